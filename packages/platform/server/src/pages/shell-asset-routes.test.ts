import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { registerShellAssetRoutes } from './shell-asset-routes';

const parent = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  await writeFile(path.join(parent, 'secret.js'), 'secret');
  folder = await mkdtemp(path.join(parent, 'shell-'));
  await writeFile(path.join(folder, 'ui.1.js'), 'plain');
  await writeFile(path.join(folder, 'ui.1.js.br'), 'brotli');
  await mkdir(path.join(folder, 'console'));
  await writeFile(path.join(folder, 'console/people.1.js'), 'people');
  app = fastify();
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  registerShellAssetRoutes(app, folder);
});
afterAll(() => app.close());

const ask = async (url: string, encodings = '') => {
  const { body, headers, statusCode } = await app.inject({ url, headers: { 'accept-encoding': encodings } });
  return { body, headers, statusCode };
};

test('sends the compressed script of the build if the browser accepts it', async () => {
  expect(await ask('/@portico/ui.1.js', 'gzip, br')).toMatchObject({
    body: 'brotli',
    headers: {
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    },
  });
  const plain = await ask('/@portico/ui.1.js', 'gzip');
  expect(plain.body).toBe('plain');
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('sends a script of a module of the shell from its folder', async () => {
  expect(await ask('/@portico/console/people.1.js')).toMatchObject({ statusCode: 200, body: 'people' });
});

test('a script has only headers that describe it', async () => {
  const { headers } = await ask('/@portico/ui.1.js');
  expect(Object.keys(headers)).toEqual(expect.not.arrayContaining(['x-request-id', 'connection', 'keep-alive']));
  expect((await ask('/@portico/gone.js')).headers).toHaveProperty('x-request-id');
});

test('serves files of a new build immediately, and deleted files no longer', async () => {
  expect((await ask('/@portico/new.2.js')).statusCode).toBe(404);
  await writeFile(path.join(folder, 'new.2.js'), 'new');
  expect((await ask('/@portico/new.2.js')).body).toBe('new');
  await rm(path.join(folder, 'new.2.js'));
  expect((await ask('/@portico/new.2.js')).statusCode).toBe(404);
});

test.each([
  '..',
  '..%2fsecret.js',
  '%2e%2e%2fsecret.js',
  '..%5csecret.js',
  '',
  '.',
  'ui.1.js%00',
  'console/../../secret.js',
  'console%2f..%2f..%2fsecret.js',
  'console//people.1.js',
  'console',
])('no other file is reached by %s', async (name) => {
  expect((await ask(`/@portico/${name}`)).statusCode).toBe(404);
});
