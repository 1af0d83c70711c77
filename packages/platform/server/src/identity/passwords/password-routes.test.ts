import { codeIn, createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const server = testServer();

const change = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call('PUT', '/api/auth/password', { token, body, headers });
const validate = async (token: string) => (await server.call('GET', '/api/auth/validate', { token })).status;

test('a new password ends the other sessions and mails a notice', async () => {
  const email = 'ana@portico.test';
  const [here, there] = [await server.signIn(email), await server.signIn(email)];
  const stranger = await server.signIn('bruno@portico.test');
  const passwords = { current_password: 'portico-demo', new_password: 'another-demo' };
  const notice = await createOutbox(server).nextMailTo(email, 'notice', async () => {
    expect((await change(here.token, passwords, { 'accept-language': 'en' })).status).toBe(204);
  });
  expect(notice).toMatch(/^Subject: SMSA: your password was changed\r?$/m);

  expect([await validate(here.token), await validate(there.token), await validate(stranger.token)]).toEqual([
    204, 401, 204,
  ]);
  expect((await server.refresh(here)).token).not.toBe('');
  expect((await server.call('POST', '/api/auth/refresh', there)).status).toBe(401);
  await expect(server.signIn(email, 'portico-demo')).rejects.toThrow();
  expect((await server.signIn(email, 'another-demo')).token).not.toBe('');
});

test('it invalidates a code that was mailed to its user before, and no other', async () => {
  const [email, other] = ['dora@portico.test', 'eva@portico.test'];
  await server.operate('POST', 'users', { email: other, name: 'Eva', tenant: 'smsa' });
  const { token } = await server.signIn(email);
  const outbox = createOutbox(server);
  const askForCode = async (user: string) =>
    codeIn(
      await outbox.nextMailTo(user, 'code', () => server.call('POST', '/api/auth/recover', { body: { email: user } })),
    );
  const reset = (user: string, code: string) =>
    server.call('PUT', '/api/auth/recover', { body: { email: user, code, password: 'yet-another-demo' } });
  const [code, codeOfOther] = [await askForCode(email), await askForCode(other)];
  await change(token, { current_password: 'portico-demo', new_password: 'another-demo' });
  expect(await readError(await reset(email, code))).toBe('400 code-invalid');
  expect((await reset(other, codeOfOther)).status).toBe(204);
});

test.each([
  [{ current_password: 'wrong', new_password: 'another-demo' }, '403 wrong-password'],
  [{ current_password: '', new_password: 'another-demo' }, '400 invalid-request'],
  [{ current_password: 'portico-demo' }, '400 invalid-request'],
  [{ current_password: 'portico-demo', new_password: 'short' }, '400 password-too-short'],
  [{ current_password: 'portico-demo', new_password: 'x'.repeat(129) }, '400 password-too-long'],
  [{ current_password: 'portico-demo', new_password: 'Password123' }, '400 password-too-common'],
  [{ current_password: 'portico-demo', new_password: 'Manchester24' }, '400 password-too-common'],
  [{ current_password: 'portico-demo', new_password: 'Bruno@portico.test' }, '400 password-same-as-email'],
])('%j is refused and changes nothing', async (body, error) => {
  const { token } = await server.signIn('bruno@portico.test');
  const other = await server.signIn('bruno@portico.test');
  expect(await readError(await change(token, body))).toBe(error);
  expect([await validate(token), await validate(other.token)]).toEqual([204, 204]);
  expect((await server.signIn('bruno@portico.test')).token).not.toBe('');
});

test('one of two concurrent changes succeeds', async () => {
  const { token } = await server.signIn('carla@portico.test');
  const passwords = ['one-new-password', 'other-new-password'];
  const statuses = await Promise.all(
    passwords.map(
      async (new_password) => (await change(token, { current_password: 'portico-demo', new_password })).status,
    ),
  );
  expect([...statuses].sort()).toEqual([204, 403]);
  const taken = passwords[statuses.indexOf(204)] ?? '';
  expect((await server.signIn('carla@portico.test', taken)).token).not.toBe('');
});

test('needs a session', async () => {
  const body = { current_password: 'portico-demo', new_password: 'another-demo' };
  expect(await readError(await change('', body))).toBe('401 not-authenticated');
  const { refreshToken } = await server.signIn('bruno@portico.test');
  expect(await readError(await server.call('PUT', '/api/auth/password', { refreshToken, body }))).toBe(
    '401 not-authenticated',
  );
});
