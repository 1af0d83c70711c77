import { jsc } from './swc.js';

export default {
  testEnvironment: 'jsdom',
  moduleNameMapper: { '\\.css$': '<rootDir>/no-styles.cjs' },
  transform: { '\\.tsx?$': ['@swc/jest', { jsc }] },
};
