import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServerBefore } from '../testing/build-server-before';
import { shellImports } from '../testing/shell-imports';
import {
  killProcesses,
  operatorKey,
  sharedVariables,
  startProcess,
  startServerProcess,
} from '../testing/start-process';
import { createTestClient } from '../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';
import { notificationCalls } from '../testing/test-notifications';
import { publishingCalls } from '../testing/test-publishing';

const eva = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password' };

let folder: string;
let database: PostgresDatabase;

const variables = () => ({
  ...sharedVariables(database.url, folder),
  PORTICO_IMPORT_MAP: path.join(folder, 'import-map.json'),
  PORTICO_DRAIN_SECONDS: '0',
});

async function start(program?: string) {
  const server = await startServerProcess(variables(), program);
  const client = { ...createTestClient(server.url), operatorKey };
  return {
    ...server,
    ...client,
    publishing: publishingCalls(client),
    notifications: notificationCalls(client),
  };
}

type Server = Awaited<ReturnType<typeof start>>;

// Two processes need PostgreSQL.
const { TEST_DATABASE_URL } = process.env;

(TEST_DATABASE_URL ? describe : describe.skip)('the server before the newest migration', () => {
  let program: string | undefined;
  let old: Server;
  let fresh: Server;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
    await writeFile(path.join(folder, 'import-map.json'), JSON.stringify({ imports: shellImports }));
    const build = await mkdtemp(path.join(folder, 'before-'));
    program = buildServerBefore(build);
    if (program === undefined) return console.log('No history, so two releases are not tried side by side.');
    database = await createPostgresDatabase();
    old = await start(program);
    const operate = (method: string, address: string, body: object) =>
      old.call(method, `/api/operator/${address}`, { token: operatorKey, body });
    await operate('POST', 'tenants', { key: 'localhost', name: 'Acme' });
    await operate('POST', 'users', eva);
    await operate('PUT', 'tenants/localhost/apps/stock/users/eva@acme.test', { name: 'Stock', new: true });
  });
  afterAll(async () => {
    killProcesses();
    await Promise.all([old, fresh].map((server) => server?.exit));
    await database?.drop();
  });

  test('works beside the new release: each serves data that the other writes', async () => {
    if (program === undefined) return;
    const before = await old.signIn(eva.email, eva.password);
    fresh = await start();
    const known = await fresh.refresh(before);
    expect((await old.call('GET', '/api/auth/validate', known)).status).toBe(204);
    await serveTogether(old, fresh, '1.0.0');
    await serveTogether(fresh, old, '2.0.0');
    for (const { call } of [old, fresh]) expect((await call('GET', '/health/ready')).status).toBe(200);
  });

  test('does not start on the newer schema', async () => {
    if (program === undefined) return;
    old.kill('SIGTERM');
    expect(await old.exit).toBe(0);
    const again = startProcess(program, [], variables());
    expect(await again.exit).toBe(1);
    expect(again.errors()).toMatch(/^The database is that of a newer version of the portal \([\w.-]+\.sql\); .*\n$/);
    expect((await fresh.call('GET', '/health/ready')).status).toBe(200);
  });
});

/** A session, a profile, a publication, a canary, a preview and a notification of one server, at the other. */
async function serveTogether(one: Server, other: Server, version: string): Promise<void> {
  const session = await one.signIn(eva.email, eva.password);
  const { token } = await other.refresh(session);
  const name = `Eva ${version}`;
  expect((await one.call('PATCH', '/api/users/me', { token, body: { name } })).status).toBe(200);
  expect(await (await other.call('GET', '/api/users/me', { token })).json()).toMatchObject({ name });

  const team = (await one.publishing.createToken('stock')).token;
  await one.publishing.published(team, 'stock', version, { version });
  expect(await other.publishing.getAddress('stock')).toContain(`/${version}/`);
  expect((await other.call('GET', (await other.publishing.getAddress('stock')) ?? '')).status).toBe(200);
  expect((await other.publishing.outcome(token, 'stock', version, 'mounted')).status).toBe(204);

  await one.publishing.published(team, 'stock', 'canary', { version: `${version}-canary`, audience: { percent: 10 } });
  const promoted = await other.publishing.changed(team, 'stock', 'promote');
  expect(promoted).toMatchObject({ version: `${version}-canary`, canary: null });
  expect((await one.publishing.modules(team))[0]).toMatchObject({ version: `${version}-canary`, canary: null });
  const link = await (await one.publishing.post(team, 'stock', `versions/${version}/preview`)).json();
  const previews = '/api/publishing/previews';
  expect(await (await other.call('GET', previews, { token: team })).json()).toMatchObject([{ id: link.id, version }]);
  expect((await other.call('DELETE', `${previews}/${link.id}`, { token: team })).status).toBe(204);
  expect(await (await one.call('GET', previews, { token: team })).json()).toEqual([]);

  const { key } = await one.notifications.createKey('stock');
  expect(await other.notifications.notify(key, [eva.email], version)).toBe(1);
  const { notifications } = await one.notifications.list(token);
  expect(notifications[0]).toMatchObject({ title: version, read: false });
  const ids = notifications.slice(0, 1).map(({ id }) => id);
  expect((await one.call('PATCH', '/api/notifications', { token, body: { ids } })).status).toBe(204);
  expect((await other.notifications.list(token)).notifications[0]).toMatchObject({ read: true });

  await other.call('DELETE', '/api/auth/invalidate', { token });
  expect((await one.call('GET', '/api/auth/validate', { token })).status).toBe(401);
}
