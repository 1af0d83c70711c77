import { versionMismatchOf } from './version-mismatch';

test.each([
  ['Unsatisfied version 19.3.1 from @portico/root-config of shared singleton module react (required ^18.2.0)'],
  [
    'No satisfying version (^18.2.0) of shared module react found in shared scope default.\nAvailable versions: 19.3.1 from @portico/root-config',
  ],
])('the words of module federation are understood: %s', (message) => {
  expect(versionMismatchOf(new Error(message))).toEqual({ library: 'react', required: '^18.2.0', found: '19.3.1' });
});

test.each([[new Error('no data')], ['Unsatisfied version'], [undefined]])('%s is no mismatch', (error) => {
  expect(versionMismatchOf(error)).toBeUndefined();
});
