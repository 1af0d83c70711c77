import { eq } from 'drizzle-orm';
import { users } from '../../identity/account-tables';
import { computeCutoff } from '../../process/environment';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { listPushAddresses, pushTokensPerUser } from './push-tokens';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';
const day = 24 * 60 * 60;

const server = testServer();

const register = (token: string, pushToken: string, method = 'POST') =>
  server.call(method, '/api/notifications/register', { token, body: { token: pushToken } });

async function readTokens(email: string): Promise<string[]> {
  const [user] = await server.database.select().from(users).where(eq(users.email, email));
  const addresses = await listPushAddresses(
    server.database,
    [user?.id ?? ''],
    computeCutoff(60, server.now()),
    server.now(),
  );
  return addresses.map(({ token }) => token).sort();
}

test('a token belongs to the user who registered it last', async () => {
  const first = await server.signIn(ana);
  expect((await register(first.token, 'browser-1')).status).toBe(204);
  expect((await register(first.token, 'browser-1')).status).toBe(204);
  expect(await readTokens(ana)).toEqual(['browser-1']);
  const second = await server.signIn(bruno);
  await register(second.token, 'browser-1');
  expect(await readTokens(ana)).toEqual([]);
  expect(await readTokens(bruno)).toEqual(['browser-1']);
  // Ana's browser unregisters late, when it is Bruno's.
  expect((await register(first.token, 'browser-1', 'DELETE')).status).toBe(204);
  expect(await readTokens(bruno)).toEqual(['browser-1']);
  await register(second.token, 'browser-2');
  await register(second.token, 'browser-1', 'DELETE');
  expect(await readTokens(bruno)).toEqual(['browser-2']);
  await register(second.token, 'browser-2', 'DELETE');
  expect(await readTokens(bruno)).toEqual([]);
});

test('the end of a session, in any way, ends its tokens', async () => {
  const [here, there] = [await server.signIn(ana), await server.signIn(ana)];
  await register(here.token, 'here');
  await register(there.token, 'there');
  await server.call('DELETE', '/api/auth/invalidate', { token: here.token });
  expect(await readTokens(ana)).toEqual(['there']);
  await server.operate('PATCH', `users/${ana}`, { disabled: true });
  expect(await readTokens(ana)).toEqual([]);
  await server.operate('PATCH', `users/${ana}`, { disabled: false });
  expect(await readTokens(ana)).toEqual([]);
});

test('the last registered browsers of a user get pushes, up to a limit of each user', async () => {
  const other = await server.signIn(ana);
  await register(other.token, 'of-another-user');
  const { token } = await server.signIn(bruno);
  for (let number = 0; number < pushTokensPerUser + 2; number++) {
    server.passSeconds(1);
    await register(token, `many-${String(number).padStart(2, '0')}`);
  }
  const tokens = await readTokens(bruno);
  expect(tokens).toHaveLength(pushTokensPerUser);
  expect(tokens[0]).toBe('many-02');
  await register(other.token, 'registered-later');
  expect(await readTokens(ana)).toEqual(['of-another-user', 'registered-later']);
});

test('a token that is not renewed expires', async () => {
  let session = await server.signIn(bruno);
  await register(session.token, 'renewed');
  await register(session.token, 'forgotten');
  for (const days of [25, 25, 15]) {
    server.passSeconds(days * day);
    session = await server.refresh(session);
    await register(session.token, 'renewed');
  }
  expect(await readTokens(bruno)).toEqual(['renewed']);
});

test.each([{}, { token: '' }, { token: 'x'.repeat(4_097) }])('refuses %j', async (body) => {
  const { token } = await server.signIn(ana);
  const response = await server.call('POST', '/api/notifications/register', { token, body });
  expect(await readError(response)).toBe('400 invalid-request');
});
