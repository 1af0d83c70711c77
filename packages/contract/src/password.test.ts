import * as v from 'valibot';
import { passwordResetRequestSchema } from './password';

const reset = (password: string, code = '123456') =>
  v.safeParse(passwordResetRequestSchema, { email: 'Ana@Portico.test ', code, password });

test.each(['short', 'x'.repeat(129), 'Password123', 'ana@portico.test'])('%j is refused', (password) => {
  expect(reset(password).success).toBe(false);
});

test('a good password is taken, with the code as it was pasted', () => {
  expect(reset('correct horse battery', ' 123 456 ').output).toEqual({
    email: 'ana@portico.test',
    code: '123456',
    password: 'correct horse battery',
  });
});
