import { mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { startPageHost } from '../testing/start-page-host';

const address = '/firebase-messaging-sw.js';

const distDirectory = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
let app: FastifyInstance;
beforeAll(async () => {
  await mkdir(path.join(distDirectory, '@portico'));
  app = await startPageHost({ distDirectory });
});
afterAll(() => app.close());

test('a worker that was not built is a 404, not a page', async () => {
  const response = await app.inject(address);
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-type']).toMatch(/^text\/plain/);
});

test('the worker is a script that browsers revalidate', async () => {
  await writeFile(path.join(distDirectory, 'firebase-messaging-sw.js'), 'self.x = 1;');
  const response = await app.inject(address);
  expect(response.body).toBe('self.x = 1;');
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("connect-src 'self'"),
  });
});
