import { createHash } from 'node:crypto';
import { createdTeamTokenSchema, type ModuleFile } from '@portico/contract';
import * as v from 'valibot';
import { startS3, type TestS3 } from '../../testing/start-s3';
import { startTestServer, type TestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { moduleFiles } from '../tables';

let s3: TestS3;
let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  s3 = await startS3();
  first = await startTestServer(s3.variables);
  const database = { executor: first.database, close: async () => {} };
  second = await startTestServer(s3.variables, { openDatabase: async () => database });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await s3.stop();
});

test('a file of one server is stored in S3, not in the database, and served by another server', async () => {
  const named = { token: first.operatorKey, body: { modules: ['smsa'], name: 'Team' } };
  const created = await first.call('POST', '/api/operator/team-tokens', named);
  const { token } = v.parse(createdTeamTokenSchema, await created.json());
  const contents = {
    'app.js': 'System.register([], () => ({}));',
    'chunks/a.js': 'chunk',
    'chunks/b.js': 'not asked for',
  };
  const files: ModuleFile[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const digest = createHash('sha384').update(content).digest('base64url');
    files.push({ name, digest });
    const sent = await first.call('PUT', `/api/publishing/modules/smsa/files/${digest}`, { token, body: content });
    expect(sent.status).toBe(204);
  }
  const digests = files.map(({ digest }) => digest);
  const unsent = createHash('sha384').update('unsent').digest('base64url');
  const missing = await second.call('POST', '/api/publishing/modules/smsa/missing-files', {
    token,
    body: { digests: [...digests, unsent] },
  });
  expect(await missing.json()).toEqual({ digests: [unsent] });

  const publication = { version: '1.0.0', entry: 'app.js', files };
  const published = await second.call('POST', '/api/publishing/modules/smsa/versions', { token, body: publication });
  expect(published.status).toBe(201);
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
  s3 = { ...s3, stop: async () => {} };
  const served = await first.call('GET', '/modules/smsa/1.0.0/chunks/b.js');
  expect(served.headers.get('cache-control')).toBe('no-store');
  expect(await readError(served)).toBe('503 storage-unavailable');
  expect((await first.call('GET', '/modules/smsa/1.0.0/app.js')).status).toBe(200);
  expect((await first.call('GET', '/import-map.json')).status).toBe(200);
});
