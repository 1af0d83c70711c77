import { version } from 'react';
import { ModuleFailure, parseVersionMismatch } from './module-failure';

test.each([
  ['Unsatisfied version 19.3.1 from @portico/root-config of shared singleton module react (required ^18.2.0)'],
  [
    'No satisfying version (^18.2.0) of shared module react found in shared scope default.\nAvailable versions: 19.3.1 from @portico/root-config',
  ],
])('a message of module federation is parsed: %s', (message) => {
  expect(parseVersionMismatch(new Error(message))).toEqual({ library: 'react', required: '^18.2.0', found: '19.3.1' });
});

test.each(['ReactCurrentOwner', 'ReactCurrentDispatcher', 'ReactCurrentBatchConfig'])(
  'a build for an older React, which misses %s in that of the portal, is a mismatch',
  (name) => {
    const error = new TypeError(`Cannot read properties of undefined (reading '${name}')`);
    expect(new ModuleFailure('mount-error', undefined, error)).toMatchObject({
      kind: 'version-mismatch',
      mismatch: { library: 'react', required: '<19', found: version },
    });
  },
);

test.each([[new Error('no data')], ['Unsatisfied version'], [undefined]])('%s is not a mismatch', (error) => {
  expect(parseVersionMismatch(error)).toBeUndefined();
});
