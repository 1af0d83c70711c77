import { releaseOf, shellUnit, unitOf } from './release';

const imports = {
  react: 'https://portal.test/@portico/react.1.js',
  'react-dom': 'https://portal.test/@portico/react.1.js',
  '@portico/root-config': 'https://portal.test/@portico/root-config.1.js',
  '@portico/reporter': 'https://cdn.test/reporter.js',
  '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js',
};
const shellOf = (changed: Record<string, string>) => releaseOf(shellUnit, { ...imports, ...changed });

test('a module is deployed alone, the shell as a whole', () => {
  expect(unitOf('@module/smsa')).toBe('@module/smsa');
  expect(['react', '@portico/root-config', '@portico/profile'].map(unitOf)).toEqual([shellUnit, shellUnit, shellUnit]);
  expect([unitOf('@portico/reporter'), unitOf(undefined)]).toEqual([undefined, undefined]);
});

test('the release of a module is its address', () => {
  expect(releaseOf('@module/smsa', imports)).toBe('https://cdn.test/smsa/1/remoteEntry.js');
  expect(releaseOf('@module/gone', imports)).toBeUndefined();
});

test('the release of the shell changes with each of its files, and with nothing else', () => {
  expect(shellOf({ react: 'https://portal.test/@portico/react.2.js' })).not.toBe(shellOf({}));
  expect(shellOf({ '@module/smsa': 'https://cdn.test/smsa/2/remoteEntry.js' })).toBe(shellOf({}));
  expect(shellOf({ '@portico/reporter': 'https://cdn.test/reporter-2.js' })).toBe(shellOf({}));
});

test('a map without the shell has no release of it', () => {
  expect(releaseOf(shellUnit, { '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js' })).toBeUndefined();
});
