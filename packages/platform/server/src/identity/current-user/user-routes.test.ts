import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const server = testServer();

const me = async (token: string): Promise<unknown> => (await server.call('GET', '/api/users/me', { token })).json();
const change = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call('PATCH', '/api/users/me', { token, body, headers });

test('users read and change their personal data', async () => {
  const { token } = await server.signIn('ana@portico.test');
  expect(await me(token)).toMatchObject({ email: 'ana@portico.test', name: 'Ana Prado', phone: '' });

  const response = await change(token, { name: ' Ana Lúcia Prado ', phone: ' +55 (11) 91234-5678 ' });
  expect(response.status).toBe(200);
  const changed = { email: 'ana@portico.test', name: 'Ana Lúcia Prado', phone: '+55 (11) 91234-5678' };
  expect(await response.json()).toEqual(changed);
  expect(await me(token)).toMatchObject(changed);
});

test('a change keeps the other fields, concurrent changes too, and an empty phone deletes it', async () => {
  const { token } = await server.signIn('dora@portico.test');
  await Promise.all([change(token, { name: 'Dora' }), change(token, { phone: '123' })]);
  expect(await me(token)).toMatchObject({ email: 'dora@portico.test', name: 'Dora', phone: '123' });
  expect(await (await change(token, { phone: '' })).json()).toMatchObject({ name: 'Dora', phone: '' });
  expect(await (await change(token, {})).json()).toMatchObject({ name: 'Dora', phone: '' });
});

test('a change affects no other field and no other user', async () => {
  const { token } = await server.signIn('carla@portico.test');
  for (const field of ['email', 'id', 'password_hash', 'disabled_at']) {
    const refused = await change(token, { name: 'Refused', [field]: 'bruno@portico.test' });
    expect(await refused.json()).toEqual({ code: 'field-unknown', message: expect.stringContaining(field) });
  }
  const answer = await (await change(token, { name: 'Carla' })).json();
  expect(answer).toEqual({ email: 'carla@portico.test', name: 'Carla', phone: '' });
  expect(await me((await server.signIn('bruno@portico.test')).token)).toMatchObject({ name: 'Bruno Lima' });
});

test.each([
  [{ name: '' }, '400 name-missing'],
  [{ name: ' \t ' }, '400 name-missing'],
  [{ name: '\u200b' }, '400 name-missing'],
  [{ name: 'x'.repeat(121) }, '400 name-too-long'],
  [{ name: 'Two\nLines' }, '400 name-malformed'],
  [{ name: 'Nothing\0' }, '400 name-malformed'],
  [{ name: '\u202eanA' }, '400 name-malformed'],
  [{ name: null }, '400 invalid-request'],
  [{ phone: 'none' }, '400 phone-malformed'],
  [{ phone: '+' }, '400 phone-malformed'],
  [{ phone: '1'.repeat(33) }, '400 phone-malformed'],
  [{ name: 'New', phone: 'none' }, '400 phone-malformed'],
  ['"text"', '400 invalid-request'],
  ['{', '400 invalid-request'],
  [undefined, '400 invalid-request'],
])('%j is refused and changes nothing', async (body, error) => {
  const { token } = await server.signIn('bruno@portico.test');
  expect(await readError(await change(token, body))).toBe(error);
  expect(await me(token)).toMatchObject({ email: 'bruno@portico.test', name: 'Bruno Lima', phone: '' });
});

test.each([
  ['pt', 'Informe o seu nome.'],
  ['en', 'Enter your name.'],
])('says why in %s', async (language, message) => {
  const { token } = await server.signIn('bruno@portico.test');
  const response = await change(token, { name: '' }, { 'accept-language': language });
  expect(await response.json()).toEqual({ code: 'name-missing', message });
});

test.each(['GET', 'PATCH'])('%s needs a session', async (method) => {
  const { refreshToken } = await server.signIn('bruno@portico.test');
  expect(await readError(await server.call(method, '/api/users/me', { refreshToken }))).toBe('401 not-authenticated');
});
