import { compareVisits } from './compare-visits';

const popstate = { description: 'a listener of "popstate" on window' };
const reset = { description: 'a listener of "reset" on document' };
const globals = [{ description: 'the global "orders"' }];

test('what a library starts once and keeps does not grow, what every visit leaves does', () => {
  const visits = [
    { traces: [reset, popstate, popstate], globals: [] },
    { traces: [popstate], globals: [] },
  ];
  expect(compareVisits(visits)).toEqual({ leftovers: [popstate], kept: [reset] });
});

test('a global counts as left although it cannot grow', () => {
  const visits = [
    { traces: [], globals },
    { traces: [], globals: [] },
  ];
  expect(compareVisits(visits)).toEqual({ leftovers: globals, kept: [] });
});

test('a single visit shows no growth', () => {
  expect(compareVisits([{ traces: [popstate], globals: [] }])).toEqual({ leftovers: [], kept: [popstate] });
});
