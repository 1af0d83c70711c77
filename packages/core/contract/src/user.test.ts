import * as v from 'valibot';
import { personalDataSchema } from './personal-data';
import { currentUserSchema } from './user';

const readData = (data: unknown) => v.safeParse(personalDataSchema, data);

test('a user needs only an e-mail, and a missing phone differs from an empty one', () => {
  expect(v.parse(currentUserSchema, { email: 'ana@portico.test', role: 'x' })).toEqual({
    email: 'ana@portico.test',
    name: '',
  });
  const unfilled = { email: 'ana@portico.test', name: null, phone: null };
  expect(v.parse(currentUserSchema, unfilled)).toEqual({ email: 'ana@portico.test', name: '', phone: '' });
  expect(v.is(currentUserSchema, { email: '' })).toBe(false);
});

test('personal data is trimmed, and missing fields stay missing', () => {
  expect(readData({ name: ' Ana Lúcia ', email: 'x' }).output).toEqual({ name: 'Ana Lúcia' });
  expect(readData({ phone: ' +55 (11) 91234-5678 ' }).output).toEqual({ phone: '+55 (11) 91234-5678' });
  expect(readData({}).output).toEqual({});
});

test.each(['O', '李', 'Conceição d’Ávila-Souza', '👩‍🚀', 'x'.repeat(120), '👩‍🚀'.repeat(120), 'שרה לוי'])(
  '%j is a name',
  (name) => {
    expect(readData({ name }).output).toEqual({ name });
  },
);

test.each([
  ['', 'name-missing'],
  [' \n ', 'name-missing'],
  ['\u200b\u2060\u00ad', 'name-missing'],
  ['x'.repeat(121), 'name-too-long'],
  ['Two\nLines', 'name-malformed'],
  ['Nothing\0', 'name-malformed'],
  ['\u202eanA', 'name-malformed'],
])('%j is refused as a name: %s', (name, rule) => {
  expect(readData({ name }).issues?.map(({ message }) => message)).toEqual([rule]);
});

test.each([null, 7])('%j is not a name', (name) => {
  expect(readData({ name }).success).toBe(false);
});

test.each(['', '7', '0800 123', '+55 (11) 91234-5678', '11.91234/5678', '1'.repeat(32)])('%j is a phone', (phone) => {
  expect(readData({ phone }).output).toEqual({ phone });
});

test.each(['+', '()', '++55', '12 ext 3', '1\n2', '１２３', '1'.repeat(33), `${'1'.repeat(60_000)}x`])(
  '%j is refused as a phone',
  (phone) => {
    expect(readData({ phone }).issues?.[0].message).toBe('phone-malformed');
  },
);
