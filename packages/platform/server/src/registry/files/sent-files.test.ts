import { type IncomingMessage, request } from 'node:http';
import { count, sql } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, computeDigest, publishingCalls } from '../../testing/test-publishing';
import { moduleFiles, sentFiles } from '../tables';
import { deleteUnusedFiles } from './sent-file-repository';

const day = 24 * 3600;
const limit = 100 * 1024 * 1024;

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock', 'full'));
});

const getMissing = async (module: string, ...contents: string[]) => {
  const response = await calls.post(token, module, 'missing-files', { digests: contents.map(computeDigest) });
  const { digests } = await response.json();
  return contents.filter((content) => digests.includes(computeDigest(content)));
};
const keptContents = async () => (await server.database.select({ kept: count() }).from(moduleFiles))[0]?.kept;

const sweep = () => deleteUnusedFiles(server.database, new Date(server.now().getTime() - day * 1000));

/** Inserts the row of a large file, because sending one takes long. */
const sent = (module: string, name: string, size: number) =>
  server.database.insert(sentFiles).values({ module, digest: computeDigest(name), size, sentAt: server.now() });

test('a file that no version uses is deleted after a day', async () => {
  await calls.published(token, 'orders', 'one');
  const named = Object.values(builtModule('one'));
  await calls.upload(token, 'orders', 'abandoned');
  await calls.upload(token, 'stock', 'asked for');
  server.passSeconds(day - 60);
  expect(await getMissing('stock', 'asked for')).toEqual([]);
  await sweep();
  expect(await keptContents()).toBe(named.length + 2);

  server.passSeconds(120);
  await sweep();
  expect(await keptContents()).toBe(named.length + 1);
  expect(await getMissing('orders', 'abandoned', 'asked for', ...named)).toEqual(['abandoned']);

  // It may be sent again.
  expect((await calls.upload(token, 'stock', 'abandoned')).status).toBe(204);
  expect(await getMissing('orders', 'abandoned')).toEqual([]);
});

test('a content of two modules stays for the version of either', async () => {
  const files = builtModule('shared');
  for (const content of Object.values(files)) await calls.upload(token, 'orders', content);
  await calls.published(token, 'stock', 'shared', { version: 'shared' });
  server.passSeconds(2 * day);
  await sweep();
  const served = await server.call('GET', '/modules/stock/shared/module.js');
  expect([served.status, await served.text()]).toEqual([200, files['module.js']]);
});

test('a concurrent publication keeps its files', async () => {
  const versions = Array.from({ length: 10 }, (_, number) => `race-${number}`);
  for (const version of versions) {
    for (const content of Object.values(builtModule(version))) await calls.upload(token, 'orders', content);
  }
  server.passSeconds(2 * day);
  const publications = versions.map((version) => {
    const files = Object.entries(builtModule(version)).map(([name, content]) => ({
      name,
      digest: computeDigest(content),
    }));
    return calls.post(token, 'orders', 'versions', { version, entry: 'module.js', files });
  });
  const sweeps = Array.from({ length: 5 }, () => sweep());
  const answers = await Promise.all(publications);
  await Promise.all(sweeps);
  for (const [index, answer] of answers.entries()) {
    // Each is complete, or has to send its files again.
    if (answer.status === 201) {
      for (const [name, content] of Object.entries(builtModule(versions[index] ?? ''))) {
        const served = await server.call('GET', `/modules/orders/${versions[index]}/${name}`);
        expect([served.status, await served.text()]).toEqual([200, content]);
      }
    } else expect(await readError(answer)).toBe('400 file-not-sent');
  }
});

test('the unused files of a module are limited to the size of two versions', async () => {
  await sent('full', 'most of it', limit - 10);
  expect((await calls.upload(token, 'full', 'ten bytes!')).status).toBe(204);
  expect(await readError(await calls.upload(token, 'full', 'x'))).toBe('413 unpublished-files-too-large');
  // A stored file takes no room again, and other modules have their own.
  expect((await calls.upload(token, 'full', 'ten bytes!')).status).toBe(204);
  expect((await calls.upload(token, 'stock', 'y')).status).toBe(204);
  server.passSeconds(day + 60);
  await sweep();
  expect((await calls.upload(token, 'full', 'x')).status).toBe(204);
});

test('published files do not count as unused ones', async () => {
  const files = builtModule('named');
  expect((await calls.publish(token, 'full', files, { version: 'named' })).status).toBe(201);
  await server.database
    .update(sentFiles)
    .set({ size: limit })
    .where(sql`digest = ${computeDigest(files['module.js'] ?? '')}`);
  expect((await calls.upload(token, 'full', 'after all')).status).toBe(204);
});

test('concurrent files cannot exceed the limit', async () => {
  const { token: other } = await calls.createToken('racing');
  await sent('racing', 'all but thirty bytes', limit - 30);
  const contents = Array.from({ length: 9 }, (_, number) => `ten bytes${number}`);
  const statuses = (await Promise.all(contents.map((content) => calls.upload(other, 'racing', content)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 204)).toHaveLength(3);
  expect(statuses.filter((status) => status === 413)).toHaveLength(6);
});

/** An upload that sends its content only when it is ended. */
function hold(content: string) {
  const address = `${server.url}/api/publishing/modules/orders/files/${computeDigest(content)}`;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
    'content-length': Buffer.byteLength(content),
  };
  const held = request(address, { method: 'PUT', headers, agent: false });
  const status = new Promise<number | undefined>((resolve, reject) => {
    held.on('error', reject);
    held.on('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  held.flushHeaders();
  return { request: held, status };
}

test('some of very many concurrent uploads wait, the rest get 503, and other calls are answered', async () => {
  const contents = Array.from({ length: 220 }, (_, number) => `content ${number}`);
  const uploads = contents.map((content) => ({ content, ...hold(content) }));
  // A team has 4 places, and 100 calls may wait for them. The server refuses the others before any content is sent.
  const refused = new Set<(typeof uploads)[number]>();
  await new Promise<void>((resolve) => {
    for (const upload of uploads) {
      void upload.status.then((status) => {
        if (status === 503) refused.add(upload);
        if (refused.size === uploads.length - 104) resolve();
      });
    }
  });
  expect(await readError(await calls.upload(token, 'orders', 'one more'))).toBe('503 busy');
  expect((await server.call('GET', '/import-map.json')).status).toBe(200);

  const taken = uploads.filter((upload) => !refused.has(upload));
  for (const { content, request } of taken) request.end(content);
  expect(await Promise.all(taken.map(({ status }) => status))).toEqual(taken.map(() => 204));
  for (const { request } of refused) request.destroy();
  expect((await calls.upload(token, 'orders', 'one more')).status).toBe(204);
});

test('an aborted upload frees its place', async () => {
  for (let round = 0; round < 6; round += 1) {
    const uploads = Array.from({ length: 8 }, (_, number) => hold(`broken ${round} ${number}`));
    for (const { request, status } of uploads) {
      request.destroy();
      await status.catch(() => undefined);
    }
  }
  expect((await calls.upload(token, 'orders', 'whole')).status).toBe(204);
});
