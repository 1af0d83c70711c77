import type { ModuleFile } from '@portico/contract/publishing';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startS3 } from '../../testing/start-s3';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { computeDigest, publishingCalls } from '../../testing/test-publishing';
import { moduleFiles } from '../tables';

const s3 = startBeforeTests(startS3);
const first = startBeforeTests(() => startTestServer(s3.variables));
const second = startBeforeTests(() => {
  const database = { executor: first.database, close: async () => {} };
  return startTestServer(s3.variables, { openDatabase: async () => database });
});

test('a file of one server is stored in S3, not in the database, and served by another server', async () => {
  const { createToken, upload } = publishingCalls(first);
  const { post } = publishingCalls(second);
  const { token } = await createToken('smsa');
  const contents = {
    'app.js': 'System.register([], () => ({}));',
    'chunks/a.js': 'chunk',
    'chunks/b.js': 'not asked for',
  };
  const files: ModuleFile[] = [];
  for (const [name, content] of Object.entries(contents)) {
    files.push({ name, digest: computeDigest(content) });
    expect((await upload(token, 'smsa', content)).status).toBe(204);
  }
  const digests = files.map(({ digest }) => digest);
  const unsent = computeDigest('unsent');
  const missing = await post(token, 'smsa', 'missing-files', { digests: [...digests, unsent] });
  expect(await missing.json()).toEqual({ digests: [unsent] });

  const publication = { version: '1.0.0', entry: 'app.js', files };
  expect((await post(token, 'smsa', 'versions', publication)).status).toBe(201);
  for (const server of [first, second]) {
    for (const [name, content] of Object.entries(contents).slice(0, 2)) {
      const served = await server.call('GET', `/modules/smsa/1.0.0/${name}`);
      expect([served.status, await served.text()]).toEqual([200, content]);
    }
  }
  expect(await first.database.select().from(moduleFiles)).toEqual([]);
});

test('while the store does not answer, uncached files are not available and everything else works', async () => {
  await s3.stop();
  s3.stop = async () => {};
  const served = await first.call('GET', '/modules/smsa/1.0.0/chunks/b.js');
  expect(served.headers.get('cache-control')).toBe('no-store');
  expect(await readError(served)).toBe('503 storage-unavailable');
  expect((await first.call('GET', '/modules/smsa/1.0.0/app.js')).status).toBe(200);
  expect((await first.call('GET', '/import-map.json')).status).toBe(200);
});
