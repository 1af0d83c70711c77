import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { testPostgres } from '../testing/test-database';
import { publishingCalls } from '../testing/test-publishing';
import { waitFor } from '../testing/wait-for';
import { openPostgres } from './open-database';

const ana = 'ana@portico.test';

const database = testPostgres();
const openDatabase = () => openPostgres(database.url);
const proxy = { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' };
const servers = [testServer(proxy, { openDatabase }), testServer(proxy, { openDatabase })] as const;

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

test('a host and a name that one server changes are live on the other', async () => {
  const [one, other] = servers;
  const body = { hosts: ['acme.example'], name: 'New name' };
  expect((await one.operate('PATCH', 'tenants/finouro/look', body)).status).toBe(200);
  // A member of finouro signs in at its new host.
  const tryHost = () =>
    other.call('POST', '/api/auth', {
      body: { email: ana, password: 'portico-demo' },
      headers: { 'x-forwarded-host': 'acme.example' },
    });
  await waitFor(async () => ((await tryHost()).status === 200 ? true : undefined));
  expect(await (await other.operate('GET', 'tenants/finouro/look')).json()).toMatchObject(body);
});

test('one of two concurrent users with the same e-mail is added', async () => {
  const body = { email: 'rui@acme.test', name: 'Rui' };
  const added = await Promise.all(servers.map(({ operate }) => operate('POST', 'users', body)));
  const refused = added.filter(({ status }) => status !== 201);
  expect(await Promise.all(refused.map(readError))).toEqual(['409 user-exists']);
});

test('one of two servers widens a rollout, and the other continues it', async () => {
  const [one, other] = servers;
  const calls = publishingCalls(one);
  const { token } = await calls.createToken('planned');
  await calls.published(token, 'planned', 'first', { version: 'first' });
  await calls.published(token, 'planned', 'second', { version: 'second', rollout: '1%/1m,2%/1m,3%/1h,100%' });
  const waitForPercent = (percent: number) =>
    waitFor(async () => {
      const [newest] = await calls.history(token, '?module=planned&limit=1');
      return newest?.audience && 'percent' in newest.audience && newest.audience.percent === percent ? true : undefined;
    });
  for (const server of servers) server.passSeconds(61);
  await waitForPercent(2);
  // The first one is behind, as if it had stopped.
  other.passSeconds(61);
  await waitForPercent(3);
  expect(
    (await calls.history(token, '?module=planned')).map(({ audience, by }) => [audience, by === 'portico']),
  ).toEqual([
    [{ percent: 3 }, true],
    [{ percent: 2 }, true],
    [{ percent: 1 }, false],
    [null, false],
  ]);
});
