import { randomUUID } from 'node:crypto';
import { type ActiveSession, activeSessionListSchema } from '@portico/contract';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readCookie, readError, readSession, type TestSession } from '../../testing/test-client';

const server = testServer({ TRUST_PROXY: 'loopback' });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';

const browserAt = (userAgent: string, ip: string) => ({ 'user-agent': userAgent, 'x-forwarded-for': ip });

async function signIn(email: string, userAgent = firefox, ip = '10.0.0.1'): Promise<TestSession> {
  const body = { email, password: 'portico-demo' };
  return readSession(await server.call('POST', '/api/auth', { body, headers: browserAt(userAgent, ip) }));
}

async function list({ token }: TestSession): Promise<ActiveSession[]> {
  const response = await server.call('GET', '/api/auth/sessions', { token });
  expect(response.status).toBe(200);
  return v.parse(activeSessionListSchema, await response.json());
}

const end = ({ token }: TestSession, id: unknown) => server.call('DELETE', `/api/auth/sessions/${id}`, { token });
const getId = ({ token }: TestSession) => decodeJwt(token).sid;
const validate = async ({ token }: TestSession) => (await server.call('GET', '/api/auth/validate', { token })).status;

test('lists the sessions of the user and where each was last used', async () => {
  const start = server.now();
  const phone = await signIn('ana@portico.test', safari, '2001:db8::7');
  server.passSeconds(60);
  const laptop = await signIn('ana@portico.test');
  const program = await signIn('ana@portico.test', 'curl/8.14.1');
  await signIn('bruno@portico.test');
  server.passSeconds(60);
  const refreshed = await server.call('POST', '/api/auth/refresh', {
    refreshToken: phone.refreshToken,
    headers: browserAt(safari, '10.0.0.9'),
  });

  const sessions = await list(laptop);
  const known = { created_at: expect.any(String), last_used_at: expect.any(String) };
  expect(sessions).toEqual([
    { id: getId(laptop), browser: 'Firefox', system: 'Linux', ip: '10.0.0.1', is_current: true, ...known },
    { id: getId(phone), browser: 'Safari', system: 'iOS', ip: '10.0.0.9', is_current: false, ...known },
    { id: getId(program), browser: '', system: '', ip: '10.0.0.1', is_current: false, ...known },
  ]);
  const times = sessions.map((one) => [one.created_at, one.last_used_at].map((time) => Date.parse(time) - +start));
  expect(times.map((pair) => pair.map((time) => Math.round(time / 60_000)))).toEqual([
    [1, 1],
    [0, 2],
    [1, 1],
  ]);
  expect((await list(await readSession(refreshed)))[0]).toMatchObject({ id: getId(phone), is_current: true });
});

test('signs out another session, once', async () => {
  const [here, there] = [await signIn('bruno@portico.test'), await signIn('bruno@portico.test')];
  const response = await end(here, getId(there));
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect([await validate(here), await validate(there)]).toEqual([204, 401]);
  expect((await server.call('POST', '/api/auth/refresh', there)).status).toBe(401);
  expect((await list(here)).map(({ id }) => id)).not.toContain(getId(there));
  expect(await readError(await end(here, getId(there)))).toBe('404 session-unknown');
});

test('signs out this session and clears its cookies', async () => {
  const session = await signIn('bruno@portico.test');
  const response = await end(session, getId(session));
  expect(response.status).toBe(204);
  expect(readCookie(response, '__Host-portico-refresh')).toBe('');
  expect(await readError(await server.call('GET', '/api/auth/sessions', session))).toBe('401 not-authenticated');
});

test('the session of another user, and an unknown one, are not found', async () => {
  const [mine, foreign] = [await signIn('carla@portico.test'), await signIn('dora@portico.test')];
  for (const id of [getId(foreign), randomUUID(), 'nonsense', "'%20or%201=1", '%00']) {
    expect(await readError(await end(mine, id))).toBe('404 session-unknown');
  }
  expect(await validate(foreign)).toBe(204);
});

test('expired sessions are not listed', async () => {
  await signIn('dora@portico.test');
  server.passSeconds(30 * 24 * 60 * 60 + 1);
  const session = await signIn('dora@portico.test');
  expect((await list(session)).map(({ id }) => id)).toEqual([getId(session)]);
});

test.each([
  ['GET', '/api/auth/sessions'],
  ['DELETE', `/api/auth/sessions/${randomUUID()}`],
])('%s %s needs a session', async (method, path) => {
  expect(await readError(await server.call(method, path))).toBe('401 not-authenticated');
});
