import { generalize, parseStack } from './describe-error';

test.each([
  ['x is not defined', 'x is not defined'],
  ["Cannot read properties of undefined (reading 'total')", "Cannot read properties of undefined (reading 'total')"],
  [`can't access property "total", order is undefined`, `can't access property "total", order is undefined`],
  ['The order 4711 of eva.silva@acme.test is 3.5 days late', 'The order <n> of <e-mail> is <n> days late'],
  ['No user "Eva Silva"', 'No user "<text>"'],
  ["No user 'João'", "No user '<text>'"],
  ['No user “Eva”', 'No user “<text>”'],
  ['1f0a9e52-1c1e-4c1a-9a55-0d9c7b9d1c11 is gone', '<id> is gone'],
  ['No session eyJhbGciOiJFZERTQSJ9abc123', 'No session <id>'],
  [
    'Failed to fetch dynamically imported module: https://cdn.test/smsa/1.4.2/orders.js?x=1',
    'Failed to fetch dynamically imported module: orders.js',
  ],
  ['GET https://api.acme.test/people/eva-silva?token=secret failed: 404', 'GET <address> failed: <n>'],
  [
    `Unexpected token 'E', ..."{"name":"Eva Silva"... is not valid JSON`,
    `Unexpected token 'E', "<text>" is not valid JSON`,
  ],
  ['two\n  lines\u0000\u202Eand more', 'two lines and more'],
  ['a'.repeat(1000), `${'a'.repeat(300)}…`],
])('what differs by person or call is left out of a message: %j', (message, expected) => {
  expect(generalize(message)).toBe(expected);
});

test('a long message of an attacker is read quickly', () => {
  const start = performance.now();
  for (const text of ['"', '@', 'a@', 'a.', "'a ", '1/', '“', 'http://']) generalize(text.repeat(1000));
  for (const text of ['@', 'at (', ' (', 'https://', ':1']) parseStack(`${text.repeat(2000)}\n`.repeat(4));
  expect(performance.now() - start).toBeLessThan(1000);
});

const file = 'https://cdn.test/smsa/1.4.2/module.js';

test('functions are read from the stacks of all browsers, the one that threw first', () => {
  const chromium = `TypeError: Eva Silva
    at draw (${file}?retry=1:3:14)
    at new Order (${file}:4:1)
    at Object.run [as go] (${file}:5:1)
    at async load (${file}:6:1)
    at async ${file}:7:1
    at Array.map (<anonymous>)
    at https://portal.test/orders/eva:1:1
    at chrome-extension://abcdef/inject.js:1:2`;
  expect(parseStack(chromium)).toEqual([
    { function: 'draw', file, line: 3, column: 14 },
    { function: 'Order', file, line: 4, column: 1 },
    { function: 'Object.run', file, line: 5, column: 1 },
    { function: 'load', file, line: 6, column: 1 },
    { function: '', file, line: 7, column: 1 },
  ]);
  const firefox = `draw@${file}:3:14\nasync*load@${file}:4:1\n@${file}:5:1\n${file}:6:1\n[native code]`;
  expect(parseStack(firefox).map((frame) => `${frame.function}:${frame.line}`)).toEqual([
    'draw:3',
    'load:4',
    ':5',
    ':6',
  ]);
});

test('a stack is bounded, and a name that is no code is left out', () => {
  expect(parseStack(`draw@${file}:1:1\n`.repeat(500))).toHaveLength(30);
  expect(parseStack(`Eva \u202ESilva, é@${file}:1:1`)).toEqual([{ function: '', file, line: 1, column: 1 }]);
  expect(parseStack(`a@https://cdn.test/${'a'.repeat(300)}.js:1:1`)).toEqual([]);
});
