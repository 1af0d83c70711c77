import { eq } from 'drizzle-orm';
import { users } from '../database/tables';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { errorOf } from '../testing/test-client';
import { listPushAddresses, pushTokensPerUser } from './push-token-repository';

jest.setTimeout(startTimeoutMilliseconds);

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';
const day = 24 * 60 * 60;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const register = (token: string, pushToken: string, method = 'POST') =>
  server.call(method, '/api/notifications/register', { token, body: { token: pushToken } });

async function tokensOf(email: string): Promise<string[]> {
  const [user] = await server.database.select().from(users).where(eq(users.email, email));
  const addresses = await listPushAddresses(server.database, [user?.id ?? ''], server.now());
  return addresses.map(({ token }) => token).sort();
}

test('a token belongs to who registered it last', async () => {
  const first = await server.signIn(ana);
  expect((await register(first.token, 'browser-1')).status).toBe(204);
  expect((await register(first.token, 'browser-1')).status).toBe(204);
  expect(await tokensOf(ana)).toEqual(['browser-1']);
  const second = await server.signIn(bruno);
  await register(second.token, 'browser-1');
  expect(await tokensOf(ana)).toEqual([]);
  expect(await tokensOf(bruno)).toEqual(['browser-1']);
  // Ana's browser may say so late; it is Bruno's by now.
  expect((await register(first.token, 'browser-1', 'DELETE')).status).toBe(204);
  expect(await tokensOf(bruno)).toEqual(['browser-1']);
  await register(second.token, 'browser-1', 'DELETE');
  expect(await tokensOf(bruno)).toEqual([]);
});

test('a session takes its tokens with it, however it ends', async () => {
  const [here, there] = [await server.signIn(ana), await server.signIn(ana)];
  await register(here.token, 'here');
  await register(there.token, 'there');
  await server.call('DELETE', '/api/auth/invalidate', { token: here.token });
  expect(await tokensOf(ana)).toEqual(['there']);
  const disable = (disabled: boolean) =>
    server.call('PATCH', `/api/operator/users/${ana}`, { token: server.operatorKey, body: { disabled } });
  await disable(true);
  expect(await tokensOf(ana)).toEqual([]);
  await disable(false);
  expect(await tokensOf(ana)).toEqual([]);
});

test('a user has so many browsers, the last registered', async () => {
  const { token } = await server.signIn(bruno);
  for (let number = 0; number < pushTokensPerUser + 2; number++) {
    server.passSeconds(1);
    await register(token, `many-${String(number).padStart(2, '0')}`);
  }
  const tokens = await tokensOf(bruno);
  expect(tokens).toHaveLength(pushTokensPerUser);
  expect(tokens[0]).toBe('many-02');
});

test('a token that is not renewed runs out', async () => {
  let session = await server.signIn(bruno);
  await register(session.token, 'renewed');
  await register(session.token, 'forgotten');
  for (const days of [25, 25, 15]) {
    server.passSeconds(days * day);
    session = await server.refresh(session);
    await register(session.token, 'renewed');
  }
  expect(await tokensOf(bruno)).toEqual(['renewed']);
});

test.each([{}, { token: '' }, { token: 'x'.repeat(4_097) }])('refuses %j', async (body) => {
  const { token } = await server.signIn(ana);
  const response = await server.call('POST', '/api/notifications/register', { token, body });
  expect(await errorOf(response)).toBe('400 invalid-request');
});
