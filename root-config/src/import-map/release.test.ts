import { findRelease, findUnit, shellUnit } from './live-import-map';

const imports = {
  react: 'https://portal.test/@portico/react.1.js',
  'react-dom': 'https://portal.test/@portico/react.1.js',
  '@portico/root-config': 'https://portal.test/@portico/root-config.1.js',
  '@portico/reporter': 'https://cdn.test/reporter.js',
  '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js',
};
const findShellRelease = (changed: Record<string, string>) => findRelease(shellUnit, { ...imports, ...changed });

test('each module is a unit, the shell is another', () => {
  expect(findUnit('@module/smsa')).toBe('@module/smsa');
  expect(['react', '@portico/root-config', '@portico/profile'].map(findUnit)).toEqual([
    shellUnit,
    shellUnit,
    shellUnit,
  ]);
  expect(['@portico/reporter', '@acme/styleguide', undefined].map(findUnit)).toEqual([undefined, undefined, undefined]);
});

test('the release of a module is its address', () => {
  expect(findRelease('@module/smsa', imports)).toBe('https://cdn.test/smsa/1/remoteEntry.js');
  expect(findRelease('@module/gone', imports)).toBeUndefined();
});

test('the release of the shell changes with each of its files, and only with them', () => {
  expect(findShellRelease({ react: 'https://portal.test/@portico/react.2.js' })).not.toBe(findShellRelease({}));
  expect(findShellRelease({ '@module/smsa': 'https://cdn.test/smsa/2/remoteEntry.js' })).toBe(findShellRelease({}));
  expect(findShellRelease({ '@portico/reporter': 'https://cdn.test/reporter-2.js' })).toBe(findShellRelease({}));
});

test('a map without the shell has no release of it', () => {
  expect(findRelease(shellUnit, { '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js' })).toBeUndefined();
});
