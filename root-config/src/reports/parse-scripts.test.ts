import { parseScripts } from './attribute';

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
