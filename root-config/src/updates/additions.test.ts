import { type AbsoluteMap, additionsOf } from './additions';

const [one, two] = ['https://cdn.test/smsa/1.js', 'https://cdn.test/smsa/2.js'];
const own: AbsoluteMap = {
  imports: { react: 'https://portal.test/react.1.js', '@module/smsa': one },
  integrity: { [one]: 'sha384-1' },
  trials: {},
};
const additions = (live: Partial<AbsoluteMap>, isSettled = false) =>
  additionsOf(own, { ...own, ...live }, () => isSettled);

test('the same map adds nothing', () => {
  expect(additions({})).toEqual({ imports: {}, integrity: {}, trials: {} });
});

test('a module that moved, and one that is new, is taken over with what its files must hold', () => {
  const imports = { ...own.imports, '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' };
  expect(additions({ imports, integrity: { [two]: 'sha384-2' } })).toEqual({
    imports: { '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' },
    integrity: { [two]: 'sha384-2' },
    trials: {},
  });
});

test('a module that is loaded stays; the shell always does', () => {
  const imports = { react: 'https://portal.test/react.2.js', '@module/smsa': two };
  expect(additions({ imports }, true).imports).toEqual({});
  expect(additions({ imports }).imports).toEqual({ '@module/smsa': two });
});

test('another build at the same address is checked by its own hash, unless the first one is loaded', () => {
  expect(additions({ integrity: { [one]: 'sha384-2' } }).integrity).toEqual({ [one]: 'sha384-2' });
  expect(additions({ integrity: {} }).integrity).toEqual({ [one]: '' });
  expect(additions({ integrity: { [one]: 'sha384-2' } }, true).integrity).toEqual({});
});

test('what the live map no longer has stays', () => {
  expect(additions({ imports: {} }).imports).toEqual({});
});

describe('trials', () => {
  const trial = { version: '2', fallback: one };
  const onTrial = { imports: { ...own.imports, '@module/smsa': two }, trials: { '@module/smsa': trial } };

  test('that of a module is taken over with its address, and ends with it', () => {
    expect(additions(onTrial).trials).toEqual(onTrial.trials);
    expect(additions(onTrial, true).trials).toEqual({});
    expect(additionsOf({ ...own, ...onTrial }, own, () => false).trials).toEqual({});
  });

  test('that of what stays is kept while it stays, and follows the live map where both have one address', () => {
    const tab = { ...own, ...onTrial };
    expect(additionsOf(tab, own, () => true).trials).toEqual(onTrial.trials);
    expect(additionsOf(tab, { ...tab, trials: {} }, () => true).trials).toEqual({});
    expect(additionsOf({ ...tab, trials: {} }, tab, () => true).trials).toEqual(onTrial.trials);
  });
});
