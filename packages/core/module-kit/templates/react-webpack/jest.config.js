import { jsc } from './swc.js';

export default {
  testEnvironment: 'jsdom',
  setupFiles: ['<rootDir>/text-encoder.cjs'],
  moduleNameMapper: { '\\.css$': '<rootDir>/no-styles.cjs' },
  transform: { '\\.tsx?$': ['@swc/jest', { jsc }] },
};
