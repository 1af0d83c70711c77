import { createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { listKnownMigrations } from '../../database/migrate';
import { openEmbeddedDatabase, openPostgres } from '../../database/open-database';
import { notifications } from '../../messaging/messaging-tables';
import { readEnvironment } from '../../process/environment';
import { StartupError } from '../../process/startup-error';
import { sentFiles } from '../../registry/tables';
import { startTestServer, type TestServer, testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../../testing/test-database';
import { notificationCalls } from '../../testing/test-notifications';
import { photoCalls, plainPicture } from '../../testing/test-photos';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { type ArchiveHeader, type ArchivePart, readArchive, writeArchive } from './archive';
import { runRestore } from './restore-backup';

const ana = 'ana@portico.test';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
const server = testServer();
let archive: string;
const databases: PostgresDatabase[] = [];
beforeAll(async () => {
  const session = await server.signIn(ana);
  await photoCalls(server, ana, session.token).upload(await plainPicture(20, 20).png().toBuffer());
  const calls = notificationCalls(server);
  const { key } = await calls.createKey('hrstudium');
  for (const title of ['One', 'Two “three” \\ \n']) await calls.notify(key, [ana], title);
  await server.call('PATCH', '/api/notifications/all', { token: session.token });
  const publishing = publishingCalls(server);
  await publishing.published(server.operatorKey, 'orders', 'first');
  await publishing.published(server.operatorKey, 'orders', 'second');
  await mkdir(path.join(server.dataFolder, 'media/apps/orders'), { recursive: true });
  const media = path.join(server.dataFolder, 'media/apps');
  await writeFile(path.join(media, 'orders/logo.png'), 'picture');
  await symlink('logo.png', path.join(media, 'orders/logo_mini.png'));
  await symlink('orders', path.join(media, 'link-to-folder'));
  await symlink('none', path.join(media, 'link-to-nothing'));
  archive = path.join(folder, 'first.backup');
  await backUp(server, archive);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function backUp({ call, operatorKey }: TestServer, file: string): Promise<void> {
  const response = await call('GET', '/api/operator/backup', { token: operatorKey });
  expect(response.status).toBe(200);
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
}

/** A new database to restore into, on the engine of this suite. */
async function createTarget(name: string) {
  const dataFolder = path.join(folder, name);
  const variables = { PORTICO_DATA: dataFolder };
  if (process.env.TEST_ENGINE !== 'postgres') {
    return { environment: readEnvironment(variables), open: () => openEmbeddedDatabase(dataFolder) };
  }
  const database = await createPostgresDatabase();
  databases.push(database);
  const environment = readEnvironment({ ...variables, DATABASE_URL: database.url });
  return { environment, open: () => openPostgres(database.url) };
}

async function readParts(file: string): Promise<string[]> {
  const parts: (ArchiveHeader | ArchivePart)[] = [];
  for await (const part of readArchive(file)) parts.push(part);
  return parts.slice(1).map((part) => JSON.stringify(part));
}

test('the server keeps no file of a backup', async () => {
  expect((await readdir(server.dataFolder)).filter((name) => name.startsWith('backup-'))).toEqual([]);
});

test('a backup names the failure that ended it', async () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  const other = await startTestServer({ S3_URL: 'http://127.0.0.1:1/modules', ...keys });
  await other.database.insert(sentFiles).values({ digest: 'a', module: 'orders', size: 1, sentAt: other.now() });
  const answer = await other.call('GET', '/api/operator/backup', { token: other.operatorKey });
  expect(await readError(answer)).toBe('503 storage-unavailable');
  await other.stop();
});

test('a restored database has every row and file, and serves them', async () => {
  const target = await createTarget('restored');
  expect(await runRestore(target.environment, archive)).toBeGreaterThan(30);
  const restored = await startTestServer({}, { openDatabase: target.open });
  try {
    const again = path.join(folder, 'again.backup');
    await backUp(restored, again);
    // The restored server has logos of its own data folder.
    const lost = new Set(await readParts(archive));
    for (const part of await readParts(again)) lost.delete(part);
    expect([...lost].sort().map((part) => JSON.parse(part))).toEqual([
      { media: 'apps/orders/logo.png', content: Buffer.from('picture').toString('base64') },
      { media: 'apps/orders/logo_mini.png', content: Buffer.from('picture').toString('base64') },
      // The second backup has been recorded.
      { sequence: 'audit_records', column: 'id', last: expect.any(String) },
    ]);
    const logo = path.join(target.environment.PORTICO_DATA, 'media/apps/orders/logo.png');
    expect(await readFile(logo, 'utf8')).toBe('picture');

    const { token } = await restored.signIn(ana);
    const calls = notificationCalls(restored);
    expect(await calls.list(token)).toMatchObject({ total: 2, totalUnreadNotifications: 0 });
    const { key } = await calls.createKey('hrstudium');
    await calls.notify(key, [ana], 'Three');
    expect(await calls.list(token)).toMatchObject({ total: 3, totalUnreadNotifications: 1 });
    expect(await photoCalls(restored, ana, token).getPhotos(ana)).toHaveLength(1);
    const { imports } = await publishingCalls(restored).readMap();
    const file = await restored.call('GET', imports['@module/orders'] ?? '');
    expect(await file.text()).toBe(builtModule('second')['module.js']);
    const status = await publishingCalls(restored).changed(restored.operatorKey, 'orders', 'rollback');
    expect(status.previous).toBe(null);
  } finally {
    await restored.stop();
  }
  await expect(runRestore(target.environment, archive)).rejects.toThrow(/not empty/);
});

test('a damaged archive is refused, and leaves nothing', async () => {
  const target = await createTarget('damaged');
  const whole = await readFile(archive);
  const file = path.join(folder, 'damaged.backup');
  const middle = Math.floor(whole.length / 2);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  const damaged = [0, 10, middle, whole.length - 1].map((length) => whole.subarray(0, length));
  for (const content of [...damaged, changed, Buffer.concat([whole, whole])]) {
    await writeFile(file, content);
    await expect(runRestore(target.environment, file)).rejects.toThrow(/is not a backup|is truncated or was changed/);
  }
  await expect(runRestore(target.environment, path.join(folder, 'none'))).rejects.toThrow(/cannot be read/);
  expect(existsSync(path.join(target.environment.PORTICO_DATA, 'database'))).toBe(false);
});

test('an archive of a newer version is refused', async () => {
  const file = path.join(folder, 'newer.backup');
  const header = { createdAt: '', migrations: ['9999-of-the-future.sql'] };
  await writeArchive(header, Readable.from([]), createWriteStream(file));
  const { environment } = await createTarget('newer');
  await expect(runRestore(environment, file)).rejects.toThrow(/newer version of the portal \(9999-of-the-future/);
});

test.each([
  [
    'no-table',
    [{ table: 'nothing', columns: ['a'] }, ['1']],
    /^The backup has the table nothing, which no version has\.$/,
  ],
  ['no-column', [{ table: 'users', columns: ['a'] }, ['1']], /^The backup has columns of users that no version has\.$/],
  ['no-columns', [{ table: 'users', columns: [] }, []], /does not fit the database, and nothing has been restored: \S/],
  ['no-id', [{ table: 'users', columns: ['id'] }, ['x']], /does not fit the database, .* uuid/],
  ['no-sequence', [{ sequence: 'nothing', column: 'id', last: '1' }], /does not fit the database, .* "nothing"/],
  ['no-header', [['1']], /has a row before the first table\.$/],
])('an archive with %s is explained in one sentence', async (name, parts, message) => {
  const file = path.join(folder, `${name}.backup`);
  const lines = Readable.from(parts.map((part) => JSON.stringify(part)));
  await writeArchive({ createdAt: '', migrations: await listKnownMigrations() }, lines, createWriteStream(file));
  const { environment } = await createTarget(name);
  const error = await runRestore(environment, file).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(StartupError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
});

test('only the operator gets a backup', async () => {
  const { token } = await server.signIn(ana);
  expect(await readError(await server.call('GET', '/api/operator/backup', { token }))).toBe('403 role-needed');
});

test('line separators in texts do not split the lines of an archive', async () => {
  const file = path.join(folder, 'separators.backup');
  const part = JSON.stringify(['one\u2028two\u2029three\u0085four']);
  await writeArchive({ createdAt: '', migrations: [] }, Readable.from([part, part]), createWriteStream(file));
  expect(await readParts(file)).toEqual([part, part]);
});

test('a title with a line separator is restored', async () => {
  const title = 'One\u2028two';
  const calls = notificationCalls(server);
  const { key } = await calls.createKey('hrstudium');
  await calls.notify(key, [ana], title);
  const file = path.join(folder, 'title.backup');
  await backUp(server, file);
  const target = await createTarget('title');
  expect(await runRestore(target.environment, file)).toBeGreaterThan(30);
  const restored = await target.open();
  try {
    const titles = await restored.executor.select({ title: notifications.title }).from(notifications);
    expect(titles).toContainEqual({ title });
  } finally {
    await restored.close();
  }
});
