import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { testPostgres } from '../testing/test-database';
import { openPostgres } from './open-database';

const ana = 'ana@portico.test';

const database = testPostgres();
const openDatabase = () => openPostgres(database.url);
const servers = [testServer({}, { openDatabase }), testServer({}, { openDatabase })] as const;

test('two servers accept each other’s tokens', async () => {
  const [one, other] = servers;
  const session = await one.signIn(ana);
  const apps = await other.call('GET', '/api/tenants/smsa/apps', { token: session.token });
  expect(await apps.json()).toHaveLength(3);
  const { token } = await other.refresh(session);
  await one.call('DELETE', '/api/auth/invalidate', { token });
  expect((await other.call('GET', '/api/auth/validate', { token })).status).toBe(401);
});

test('concurrent uses of one refresh token count as replays, and all get the same next one', async () => {
  const session = await servers[0].signIn(ana);
  const sessions = await Promise.all([...servers, ...servers, ...servers].map((server) => server.refresh(session)));
  expect(new Set(sessions.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  for (const { token } of sessions) {
    expect((await servers[1].call('GET', '/api/auth/validate', { token })).status).toBe(204);
  }
});

test('one of two concurrent users with the same e-mail is added', async () => {
  const body = { email: 'rui@acme.test', name: 'Rui' };
  const added = await Promise.all(servers.map(({ operate }) => operate('POST', 'users', body)));
  const refused = added.filter(({ status }) => status !== 201);
  expect(await Promise.all(refused.map(readError))).toEqual(['409 user-exists']);
});
