import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { type Configuration, configurationSchema } from '@portico/contract';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { writeTestShell } from '../testing/write-test-shell';
import { createShellFiles } from './shell-files';
import { registerWorkerRoutes } from './worker-routes';

const distDirectory = writeTestShell();
let app: FastifyInstance;
let configuration: Configuration;
beforeAll(() => {
  app = fastify();
  registerWorkerRoutes(app, distDirectory, createShellFiles(distDirectory), async () => ({ configuration }));
});
beforeEach(() => {
  configuration = v.parse(configurationSchema, { tenants: { smsa: { name: 'A </script> B', accent: '#112233' } } });
});
afterAll(() => app.close());

/** Runs the worker and returns its page. */
async function readPage() {
  const response = await app.inject('/offline-worker.js');
  const scope = { porticoOffline: { html: '', policy: '' }, hasWorked: false };
  runInNewContext(response.body, { self: scope, work: () => Object.assign(scope, { hasWorked: true }) });
  return { ...scope.porticoOffline, hasWorked: scope.hasWorked, response };
}

test('the worker has its page in both languages, in the look of the tenant', async () => {
  const { hasWorked, html, response } = await readPage();
  expect(hasWorked).toBe(true);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("connect-src 'self'"),
  });
  expect(html).toContain('<title>A &lt;/script');
  expect(html).toContain('--portico-tenant-accent:#112233');
  expect(html).toContain('Sem conexão com o portal');
  expect(html).toContain('No connection to the portal');
});

test('the policy of the page allows only its own scripts and styles', async () => {
  const { html, policy } = await readPage();
  const inline = [...html.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)].map(([, text = '']) => text);
  expect(inline).toHaveLength(5);
  for (const text of inline) expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
  expect(policy).not.toMatch(/https?:|unsafe|\*/);
  expect(html).not.toMatch(/ (?:src|href)=/);
});

test('the worker changes only with the look of the tenant', async () => {
  const first = await app.inject('/offline-worker.js');
  expect((await app.inject('/offline-worker.js')).body).toBe(first.body);
  configuration = v.parse(configurationSchema, { tenants: { smsa: { name: 'A', accent: '#332211' } } });
  expect((await app.inject('/offline-worker.js')).body).not.toBe(first.body);
});

test.each(['offline-worker.js', 'firebase-messaging-sw.js'])('%s is a 404 if it was not built', async (file) => {
  await rm(path.join(distDirectory, 'page', file), { force: true });
  const response = await app.inject(`/${file}`);
  expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
});

test('the worker of push messages is a script that browsers revalidate', async () => {
  await writeFile(path.join(distDirectory, 'firebase-messaging-sw.js'), 'self.x = 1;');
  const response = await app.inject('/firebase-messaging-sw.js');
  expect(response.body).toBe('self.x = 1;');
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("connect-src 'self'"),
  });
});
