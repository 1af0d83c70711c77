import { nodeProgram } from './node-program';

test('what a program calls of a package that it does not run throws, and not what it only reads', () => {
  const { resolve } = nodeProgram({ root: '/', entry: 'a', output: '/a.js', externals: [], unused: ['glob'] });
  const address = Object.entries(resolve?.alias ?? {}).flat();
  expect(address).toEqual(['glob', expect.stringMatching(/unused-package\.cjs\?glob$/)]);
  // webpack puts it there.
  Object.assign(globalThis, { __resourceQuery: '?glob' });
  const unused = require('./unused-package.cjs');
  const { glob } = unused;
  const reason = 'glob is not in this program: webpack/external-packages.ts lists it as unused.';
  for (const call of [unused, unused.default, glob]) expect(() => call('**')).toThrow(reason);
});
