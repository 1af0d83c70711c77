import * as v from 'valibot';
import { moduleObservationSchema } from './module-observation';

test('texts that a module may have chosen are short lines', () => {
  const description = `the global "a\n✓ Nothing is wrong.\u202E${'😀'.repeat(400)}`;
  const observation = {
    failures: [],
    leftovers: [{ description }],
    kept: [],
    reports: ['\u001b[32m late \u2028'],
    violations: [],
    chunkLoaders: [],
    serviceWorkers: [],
    styles: { selectors: [], scoped: [], barChanges: [] },
    isEmpty: false,
    react: '19.3.1',
  };
  expect(v.parse(moduleObservationSchema, observation)).toMatchObject({
    leftovers: [{ description: `the global "a ✓ Nothing is wrong. ${'😀'.repeat(266)}…` }],
    reports: ['[32m late'],
    react: '19.3.1',
  });
});
