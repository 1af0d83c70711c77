import { parsePosition } from './parse-position';

const base = 'http://localhost:9100/modules/orders/';

test('the innermost call of the module is found, past those of the portal', () => {
  const stack = `Error
    at window.addEventListener (http://localhost:9000/check/module-check.js:1:10)
    at a.listen (${base}vendor.js:2:345)
    at ${base}orders.js:1:6`;
  expect(parsePosition(stack, base)).toEqual({ file: `${base}vendor.js`, line: 2, column: 345 });
});

test.each([[undefined], ['Error\n    at http://localhost:9000/check/module-check.js:1:10']])(
  'without a call of the module there is none: %s',
  (stack) => {
    expect(parsePosition(stack, base)).toBeUndefined();
  },
);
