import { attribute } from './attribute';

const cdn = 'https://cdn.test';
const shell = `${location.origin}/@portico`;
const imports = {
  react: `${shell}/react.5425d5db5e.js`,
  'react-dom': `${shell}/react.5425d5db5e.js`,
  '@portico/root-config': `${shell}/root-config.2437ed7c0f.js`,
  '@portico/shared': `${shell}/shared.dcda0de777.js`,
  '@portico/profile': `${shell}/profile.cba82e2c81.js`,
  '@module/smsa': `${cdn}/smsa/1.4.2/remoteEntry.js`,
  '@module/smsa-reports': `${cdn}/smsa/1.4.2/reports/remoteEntry.js`,
  '@module/welcome': `${location.origin}/welcome.js`,
  '@module/shared': `${cdn}/shared/remoteEntry.js`,
  '@module/left': `${cdn}/pair/left.js`,
  '@module/right': `${cdn}/pair/right.js`,
};
const findSource = (...scripts: string[]) => attribute(scripts, imports).source;

test('a script belongs to the module with the longest folder that contains it', () => {
  expect(findSource(imports['@module/smsa'])).toBe('@module/smsa');
  expect(findSource(`${cdn}/smsa/1.4.2/chunks/12.js`)).toBe('@module/smsa');
  expect(findSource(`${cdn}/smsa/1.4.2/reports/12.js`)).toBe('@module/smsa-reports');
  expect(findSource(`${imports['@module/smsa']}?retry=1`)).toBe('@module/smsa');
});

test('an error of a library is attributed to the module that called it', () => {
  expect(findSource(imports.react, imports['@module/smsa'], imports.react)).toBe('@module/smsa');
  expect(findSource(imports['@portico/shared'], `${cdn}/smsa/1.4.2/12.js`)).toBe('@module/smsa');
  expect(findSource(imports['@module/shared'], imports['@module/smsa'])).toBe('@module/shared');
});

test('a file of the shell belongs to its parcel, otherwise to the shell', () => {
  expect(findSource(imports['@portico/profile'], imports.react)).toBe('@portico/profile');
  expect(findSource(imports['@portico/shared'], imports.react)).toBe('@portico/shared');
  expect(findSource(`${shell}/api.0f2c069d32.js`)).toBe('@portico/root-config');
  expect(findSource(`${shell}/api.0f2c069d32.js`, imports['@portico/profile'])).toBe('@portico/profile');
  expect(findSource(imports.react)).toBe('@portico/root-config');
});

test('a script that the import map does not list has no source, only an address', () => {
  const extension = 'chrome-extension://abcdef/inject.js';
  expect(attribute([extension], imports)).toEqual({ address: extension });
  expect(attribute([extension, imports['@module/smsa']], imports)).toEqual({ address: extension });
  expect(findSource('https://tags.test/analytics.js', imports['@module/smsa'])).toBeUndefined();
  expect(findSource(`${cdn}/smsa/1.4.20/x.js`)).toBeUndefined();
});

test('an inline script does not belong to a module at the root of the portal', () => {
  expect(findSource(imports['@module/welcome'])).toBe('@module/welcome');
  expect(findSource(`${location.origin}/welcome/portal`)).toBeUndefined();
});

test('a chunk in the folder of two modules is attributed to the one that called it, or to none', () => {
  expect(findSource(`${cdn}/pair/12.js`, imports['@module/right'])).toBe('@module/right');
  expect(findSource(`${cdn}/pair/12.js`)).toBeUndefined();
  expect(attribute([`${cdn}/pair/12.js`], imports).address).toBe(`${cdn}/pair/12.js`);
});

test('without a script there is no source', () => {
  expect(attribute([], imports)).toEqual({});
});
