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
const sourceOf = (...scripts: string[]) => attribute(scripts, imports).source;

test('a script is of the module whose folder it lies in, the longest one', () => {
  expect(sourceOf(imports['@module/smsa'])).toBe('@module/smsa');
  expect(sourceOf(`${cdn}/smsa/1.4.2/chunks/12.js`)).toBe('@module/smsa');
  expect(sourceOf(`${cdn}/smsa/1.4.2/reports/12.js`)).toBe('@module/smsa-reports');
  expect(sourceOf(`${imports['@module/smsa']}?retry=1`)).toBe('@module/smsa');
});

test('what threw at the request of a module is the fault of that module', () => {
  expect(sourceOf(imports.react, imports['@module/smsa'], imports.react)).toBe('@module/smsa');
  expect(sourceOf(imports['@portico/shared'], `${cdn}/smsa/1.4.2/12.js`)).toBe('@module/smsa');
  expect(sourceOf(imports['@module/shared'], imports['@module/smsa'])).toBe('@module/shared');
});

test('a file of the shell is of its parcel, or else of the shell', () => {
  expect(sourceOf(imports['@portico/profile'], imports.react)).toBe('@portico/profile');
  expect(sourceOf(imports['@portico/shared'], imports.react)).toBe('@portico/shared');
  expect(sourceOf(`${shell}/api.0f2c069d32.js`)).toBe('@portico/root-config');
  expect(sourceOf(`${shell}/api.0f2c069d32.js`, imports['@portico/profile'])).toBe('@portico/profile');
  expect(sourceOf(imports.react)).toBe('@portico/root-config');
});

test('a script that the import map does not know is nobody’s, and is named', () => {
  const extension = 'chrome-extension://abcdef/inject.js';
  expect(attribute([extension], imports)).toEqual({ address: extension });
  expect(attribute([extension, imports['@module/smsa']], imports)).toEqual({ address: extension });
  expect(sourceOf('https://tags.test/analytics.js', imports['@module/smsa'])).toBeUndefined();
  expect(sourceOf(`${cdn}/smsa/1.4.20/x.js`)).toBeUndefined();
});

test('what is inline in the page is not of a module at the root of the portal', () => {
  expect(sourceOf(imports['@module/welcome'])).toBe('@module/welcome');
  expect(sourceOf(`${location.origin}/welcome/portal`)).toBeUndefined();
});

test('a chunk of two modules in one folder is blamed on the one that called it, or on none', () => {
  expect(sourceOf(`${cdn}/pair/12.js`, imports['@module/right'])).toBe('@module/right');
  expect(sourceOf(`${cdn}/pair/12.js`)).toBeUndefined();
  expect(attribute([`${cdn}/pair/12.js`], imports).address).toBe(`${cdn}/pair/12.js`);
});

test('without a script nobody is blamed', () => {
  expect(attribute([], imports)).toEqual({});
});
