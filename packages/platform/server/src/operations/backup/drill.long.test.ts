import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyEmptyDatabase } from '../../testing/embedded-template';
import { shellImports } from '../../testing/shell-imports';
import { killProcesses, operatorKey, startProcess, startServerProcess } from '../../testing/start-process';
import { createTestClient } from '../../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../../testing/test-database';
import { photoCalls, plainPicture } from '../../testing/test-photos';
import { builtModule, computeDigest, publishingCalls } from '../../testing/test-publishing';
import { readArchive } from './archive';

const users = Array.from({ length: 40 }, (_, number) => `user${number}@acme.test`);
/** Sent to that many users, they have more rows than a batch. */
const notificationCount = 30;
const eva = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password' };

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
const databases: PostgresDatabase[] = [];
beforeAll(async () => {
  await writeFile(path.join(folder, 'import-map.json'), JSON.stringify({ imports: shellImports }));
  await writeFile(path.join(folder, 'configuration.json'), JSON.stringify({ hosts: { localhost: 'acme' } }));
});
afterAll(async () => {
  killProcesses();
  for (const database of databases) await database.drop();
});

type Engine = 'PGlite' | 'PostgreSQL';

/** The environment of a server with a database of its own. */
async function createPlace(engine: Engine, name: string): Promise<Record<string, string>> {
  const place = {
    PORT: '0',
    MODULES_PORT: '0',
    PORTICO_DEMO: 'off',
    // There is no load balancer here.
    PORTICO_DRAIN_SECONDS: '0',
    PORTICO_DATA: path.join(folder, name),
    PORTICO_IMPORT_MAP: path.join(folder, 'import-map.json'),
    PORTICO_CONFIG: path.join(folder, 'configuration.json'),
    PORTICO_OPERATOR_KEY: operatorKey,
  };
  if (engine === 'PGlite') return place;
  const database = await createPostgresDatabase();
  databases.push(database);
  return { ...place, DATABASE_URL: database.url };
}

async function portico(line: readonly string[], variables: Record<string, string>): Promise<string> {
  const command = startProcess('cli/main.js', line, variables);
  expect([await command.exit, command.errors()]).toEqual([0, '']);
  return command.output();
}

/**
 * Writes users, grants, notifications, photos and versions.
 * @returns a refresh token, and the content of a module
 */
async function writeMuch(url: string) {
  const client = { ...createTestClient(url), operatorKey };
  const send = async (method: string, address: string, body: unknown, token = operatorKey) => {
    const response = await client.call(method, address, { token, body });
    expect([response.status, address]).toEqual([response.ok ? response.status : 200, address]);
    return response;
  };
  await send('POST', '/api/operator/tenants', { key: 'acme', name: 'Acme' });
  await send('POST', '/api/operator/users', eva);
  for (const email of users) await send('POST', '/api/operator/users', { email, name: 'User' });
  for (const email of [eva.email, ...users]) {
    await send('PUT', `/api/operator/tenants/acme/apps/orders/users/${email}`, { name: 'Orders', new: true });
  }
  const { key } = await (
    await send('POST', '/api/operator/service-keys', { module: 'orders', name: 'Test', new: true })
  ).json();
  for (let number = 0; number < notificationCount; number++) {
    await send(
      'POST',
      '/api/notifications',
      { emails: [eva.email, ...users], title: `Order ${number}`, body: '' },
      key,
    );
  }
  const session = await client.signIn(eva.email, eva.password);
  await send('PATCH', '/api/notifications/all', undefined, session.token);
  await photoCalls(client, eva.email, session.token).upload(await plainPicture(600, 600).png().toBuffer());
  const publishing = publishingCalls(client);
  for (let number = 0; number < 10; number++) await publishing.published(operatorKey, 'orders', `version ${number}`);
  return session;
}

async function readRows(file: string): Promise<Set<string>> {
  const rows = new Set<string>();
  let table = '';
  for await (const part of readArchive(file)) {
    if (Array.isArray(part)) rows.add(JSON.stringify([table, ...part]));
    else if ('table' in part) table = part.table;
  }
  return rows;
}

const { TEST_DATABASE_URL } = process.env;
/** Backs up and restores each engine once. An archive does not name its engine. */
const moves: [Engine, Engine][] = TEST_DATABASE_URL
  ? [
      ['PGlite', 'PostgreSQL'],
      ['PostgreSQL', 'PGlite'],
    ]
  : [['PGlite', 'PGlite']];

test.each(moves)('a portal on %s is backed up, destroyed and restored on %s, and nothing is lost', async (from, to) => {
  const first = await createPlace(from, `${from}-${to}-first`);
  if (from === 'PGlite') await copyEmptyDatabase(first.PORTICO_DATA ?? '');
  const server = await startServerProcess(first);
  const session = await writeMuch(server.url);
  await mkdir(path.join(folder, 'archives'), { recursive: true });
  const archive = path.join(folder, 'archives', `${from}-${to}`);

  await portico(['backup', archive], { PORTICO_URL: server.url, PORTICO_OPERATOR_KEY: operatorKey });
  server.kill('SIGTERM');
  await server.exit;
  await rm(first.PORTICO_DATA ?? '', { recursive: true });
  const second = await createPlace(to, `${from}-${to}-second`);
  expect(await portico(['restore', archive], second)).toMatch(/^Restored \d{4,} rows\.\n$/);
  const restored = await startServerProcess(second);
  const again = `${archive}-again`;
  await portico(['backup', again], { PORTICO_URL: restored.url, PORTICO_OPERATOR_KEY: operatorKey });

  const lost = await readRows(archive);
  expect(lost.size).toBeGreaterThan(1_300);
  for (const row of await readRows(again)) lost.delete(row);
  expect([...lost]).toEqual([]);

  const client = { ...createTestClient(restored.url), operatorKey };
  const { token } = await client.refresh(session);
  expect(await photoCalls(client, eva.email, token).getPhotos(eva.email)).toHaveLength(1);
  const list = await (await client.call('GET', '/api/notifications', { token })).json();
  expect(list).toMatchObject({ total: notificationCount, totalUnreadNotifications: 0 });
  const { imports } = await publishingCalls(client).readMap();
  const file = await client.call('GET', imports['@module/orders'] ?? '');
  const content = builtModule('version 9')['module.js'] ?? '';
  expect(computeDigest(await file.text())).toBe(computeDigest(content));
  restored.kill('SIGTERM');
  await restored.exit;
});
