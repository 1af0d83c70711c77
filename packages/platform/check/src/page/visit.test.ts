import { compareVisits, findPlace } from './visit';

const popstate = { description: 'a listener of "popstate" on window' };
const reset = { description: 'a listener of "reset" on document' };
const globals = [{ description: 'the global "orders"' }];

test('traces of every visit are left, traces of one visit are kept', () => {
  const visits = [
    { traces: [reset, popstate, popstate], globals: [] },
    { traces: [popstate], globals: [] },
  ];
  expect(compareVisits(visits)).toEqual({ leftovers: [popstate], kept: [reset] });
});

test('a global is kept: it cannot grow', () => {
  const visits = [
    { traces: [], globals },
    { traces: [], globals: [] },
  ];
  expect(compareVisits(visits)).toEqual({ leftovers: [], kept: globals });
});

test('a single visit shows no growth', () => {
  expect(compareVisits([{ traces: [popstate], globals: [] }])).toEqual({ leftovers: [], kept: [popstate] });
});

const base = 'http://localhost:9100/modules/orders/';

test('it finds the innermost call of the module, below those of the portal', () => {
  const stack = `Error
    at window.addEventListener (http://localhost:9000/check/module-check.js:1:10)
    at a.listen (${base}vendor.js:2:345)
    at ${base}orders.js:1:6`;
  expect(findPlace(stack, base)).toBe(`${base}vendor.js:2:345`);
});

test.each([[undefined], ['Error\n    at http://localhost:9000/check/module-check.js:1:10']])(
  'it finds nothing without a call of the module: %s',
  (stack) => {
    expect(findPlace(stack, base)).toBeUndefined();
  },
);
