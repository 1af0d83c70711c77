import * as v from 'valibot';
import { passwordChangeRequestSchema, passwordResetRequestSchema } from './password';

const reset = (password: string, code = '123456') =>
  v.safeParse(passwordResetRequestSchema, { email: 'Ana@Portico.test ', code, password });

test.each(['short', 'x'.repeat(129), 'Password123', 'ana@portico.test'])('%j is refused', (password) => {
  expect(reset(password).success).toBe(false);
});

test('a good password is accepted, with a code as it was pasted', () => {
  expect(reset('correct horse battery', ' 123 456 ').output).toEqual({
    email: 'ana@portico.test',
    code: '123456',
    password: 'correct horse battery',
    remove_passkeys: false,
  });
});

test.each([
  ['short', 'too-short'],
  ['x'.repeat(129), 'too-long'],
  ['Password123', 'too-common'],
  ['ana@portico.test', 'same-as-email'],
])('%j is refused by name', (password, rule) => {
  expect(reset(password).issues?.[0].message).toBe(rule);
});

test.each(['12345', '1234567', 'abcdef', ''])('%j is not a code', (code) => {
  expect(reset('correct horse battery', code).issues?.[0].message).toBe('code-malformed');
});

test('a change accepts any current password but an empty one, and checks the new one by the rules', () => {
  const getIssues = (current_password: string, new_password: string) =>
    v.safeParse(passwordChangeRequestSchema, { current_password, new_password }).issues?.length ?? 0;
  expect(getIssues('old', 'correct horse battery')).toBe(0);
  expect(getIssues('', 'correct horse battery')).toBe(1);
  expect(getIssues('old', 'short')).toBe(1);
});
