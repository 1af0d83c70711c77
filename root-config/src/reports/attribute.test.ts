import { attribute, parseScripts } from './attribute';

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

describe('the scripts of an error', () => {
  function errorWith(stack: string | undefined, message = 'boom'): Error {
    return Object.assign(new Error(message), { stack });
  }

  test('the scripts of a stack are read from Chromium, which puts the message first', () => {
    const stack = `TypeError: boom
    at draw (https://smsa.test:8443/1.4.2/module.js:3:14)
    at async https://smsa.test/chunk.js?retry=1:9:1
    at Array.map (<anonymous>)
    at eval (eval at run (https://portal.test/@portico/profile.js:1:2), <anonymous>:1:7)
    at chrome-extension://abcdef/inject.js:1:2`;
    expect(parseScripts(errorWith(stack))).toEqual([
      'https://smsa.test:8443/1.4.2/module.js',
      'https://smsa.test/chunk.js?retry=1',
      'https://portal.test/@portico/profile.js',
      'chrome-extension://abcdef/inject.js',
    ]);
  });

  test('the scripts of a stack are read from Firefox and Safari, which leave the message out', () => {
    const stack = `draw@https://smsa.test/module.js:3:14
async*@https://portal.test/@portico/react.js:1:2
run@https://smsa.test/chunk.js line 4 > eval:1:1
[native code]
moz-extension://abcdef/inject.js:1:2`;
    expect(parseScripts(errorWith(stack))).toEqual([
      'https://smsa.test/module.js',
      'https://portal.test/@portico/react.js',
      'https://smsa.test/chunk.js',
      'moz-extension://abcdef/inject.js',
    ]);
  });

  test('an address in the message is not a script', () => {
    const message = 'Refused:\n    at https://smsa.test/module.js:1:2';
    const stack = `Error: ${message}\n    at https://other.test/x.js:1:2`;
    expect(parseScripts(errorWith(stack, message))).toEqual(['https://other.test/x.js']);
    expect(parseScripts(errorWith(`Error: ${message}`, message))).toEqual([]);
  });

  test.each([[undefined], ['smsa https://smsa.test/module.js:1:2'], [errorWith(undefined)]])(
    'an error without a stack has no scripts',
    (error) => {
      expect(parseScripts(error)).toEqual([]);
    },
  );
});
