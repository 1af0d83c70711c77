import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../database/database';
import { openTestDatabase } from '../testing/test-database';
import { registerShellAssetRoutes } from './shell-asset-routes';
import { createShellFileStore } from './shell-file-store';

const day = 24 * 60 * 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
let database: Database;
let time = Date.parse('2026-01-01');
const servers: FastifyInstance[] = [];
beforeAll(async () => {
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => database.close());

/** Starts a server with a build that has this script. */
async function start(name: string, text: string, { executor } = database): Promise<FastifyInstance> {
  const build = await mkdtemp(path.join(folder, 'build-'));
  await mkdir(path.dirname(path.join(build, name)), { recursive: true });
  await writeFile(path.join(build, name), text);
  await writeFile(path.join(build, `${name}.br`), brotliCompressSync(text));
  await writeFile(path.join(build, `${name}.map`), '{}');
  const server = fastify();
  servers.push(server);
  registerShellAssetRoutes(
    server,
    build,
    createShellFileStore(executor, () => new Date(time)),
  );
  await server.ready();
  return server;
}

const ask = async (server: FastifyInstance, name: string, encoding = '') => {
  const { headers, rawPayload, statusCode } = await server.inject({
    url: `/@portico/${name}`,
    headers: { 'accept-encoding': encoding },
  });
  const isCompressed = headers['content-encoding'] === 'br';
  return [statusCode, isCompressed, (isCompressed ? brotliDecompressSync(rawPayload) : rawPayload).toString()];
};

test('processes of two releases serve the scripts of both', async () => {
  const old = await start('ui.1.js', 'old');
  const fresh = await start('ui.2.js', 'new');
  for (const server of [old, fresh]) {
    expect(await ask(server, 'ui.1.js')).toEqual([200, false, 'old']);
    expect(await ask(server, 'ui.2.js')).toEqual([200, false, 'new']);
  }
  expect(await ask(fresh, 'ui.1.js', 'br')).toEqual([200, true, 'old']);
  expect(await ask(fresh, 'ui.1.js', 'gzip')).toEqual([200, false, 'old']);
  await start('console/people.1.js', 'people');
  expect(await ask(fresh, 'console/people.1.js')).toEqual([200, false, 'people']);
  for (const name of ['ui.3.js', 'ui.1.js.map']) expect((await ask(fresh, name))[0]).toBe(404);
});

test('the scripts of a release stay for a week after its last process', async () => {
  await start('core.1.js', 'old');
  time += 6 * day;
  await start('core.1.js', 'old');
  const fresh = await start('core.2.js', 'new');
  time += 6 * day;
  await start('core.2.js', 'new');
  expect(await ask(fresh, 'core.1.js')).toEqual([200, false, 'old']);
  time += 2 * day;
  await start('core.2.js', 'new');
  expect((await ask(fresh, 'core.1.js'))[0]).toBe(404);
  expect((await ask(fresh, 'core.2.js'))[0]).toBe(200);
});

test('without its database, a server starts with the scripts of its own build', async () => {
  const away = await openTestDatabase(path.join(folder, 'away'));
  await away.close();
  const server = await start('lone.1.js', 'lone', away);
  expect(await ask(server, 'lone.1.js')).toEqual([200, false, 'lone']);
  expect((await ask(server, 'lone.2.js'))[0]).toBe(404);
});
