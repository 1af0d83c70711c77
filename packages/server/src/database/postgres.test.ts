import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { errorOf } from '../testing/test-client';

jest.setTimeout(startTimeoutMilliseconds);

// Races need two connections, which PGlite has not: TEST_DATABASE_URL names a PostgreSQL where databases may be made.
const postgresUrl = process.env.TEST_DATABASE_URL;
const describeOnPostgres = postgresUrl === undefined ? describe.skip : describe;

describeOnPostgres('two servers on one PostgreSQL', () => {
  const database = `portico_test_${randomUUID().replaceAll('-', '')}`;
  const user = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password' };
  let servers: [TestServer, TestServer];

  beforeAll(async () => {
    await administer(`create database ${database}`);
    const url = new URL(postgresUrl ?? '');
    url.pathname = database;
    const start = () => startTestServer({ DATABASE_URL: url.href });
    servers = await Promise.all([start(), start()]);
    const [{ call, operatorKey: token }] = servers;
    await call('POST', '/api/operator/users', { token, body: user });
    await call('POST', '/api/operator/tenants', { token, body: { key: 'acme', name: 'Acme' } });
    const grant = '/api/operator/tenants/acme/apps/smsa/users/eva@acme.test';
    await call('PUT', grant, { token, body: { name: 'SMSA' } });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await administer(`drop database ${database}`);
  });

  it('accept each other’s tokens', async () => {
    const [one, other] = servers;
    const session = await one.signIn(user.email, user.password);
    const apps = await other.call('GET', '/api/tenants/acme/apps', { token: session.token });
    expect(await apps.json()).toEqual([{ name: 'SMSA', module: 'smsa', description: '' }]);
    const { token } = await other.refresh(session);
    await one.call('DELETE', '/api/auth/invalidate', { token });
    expect((await other.call('GET', '/api/auth/validate', { token })).status).toBe(401);
  });

  it('take one refresh token at once, as replays', async () => {
    const session = await servers[0].signIn(user.email, user.password);
    const sessions = await Promise.all([...servers, ...servers, ...servers].map((server) => server.refresh(session)));
    expect(new Set(sessions.map(({ refreshToken }) => refreshToken)).size).toBe(6);
    for (const { token } of sessions) {
      expect((await servers[1].call('GET', '/api/auth/validate', { token })).status).toBe(204);
    }
  });

  it('add one of two users with the same e-mail', async () => {
    const body = { email: 'rui@acme.test', name: 'Rui' };
    const added = await Promise.all(
      servers.map(({ call, operatorKey: token }) => call('POST', '/api/operator/users', { token, body })),
    );
    const refused = added.filter(({ status }) => status !== 201);
    expect(await Promise.all(refused.map(errorOf))).toEqual(['409 user-exists']);
  });

  it('answer only when the database does', async () => {
    expect((await servers[0].call('GET', '/health/ready')).status).toBe(200);
  });
});

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
