import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { registerImportMapRoutes } from './import-map-routes';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-map-'));
  app = fastify();
  registerImportMapRoutes(app, folder, path.join(folder, 'map.json'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const deploy = (address: string) =>
  writeFile(path.join(folder, 'map.json'), JSON.stringify({ imports: { '@module/smsa': address } }));
const ask = (entityTag?: string) =>
  app.inject({ url: '/import-map.json', headers: entityTag === undefined ? {} : { 'if-none-match': entityTag } });

test('the map is sent whole once, and then only when it has changed', async () => {
  await deploy('/smsa/1.js');
  const first = await ask();
  expect(first.headers['cache-control']).toBe('no-cache');
  expect(first.json()).toEqual({ imports: { '@module/smsa': '/smsa/1.js' }, integrity: {} });
  const entityTag = String(first.headers.etag);

  const same = await ask(entityTag);
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', entityTag]);
  // A proxy that compresses weakens it.
  expect((await ask(`W/${entityTag}`)).statusCode).toBe(304);

  await deploy('/smsa/2.js');
  const changed = await ask(entityTag);
  expect(changed.statusCode).toBe(200);
  expect(changed.json().imports).toEqual({ '@module/smsa': '/smsa/2.js' });
});

test('a broken map is an error, not an older one', async () => {
  await writeFile(path.join(folder, 'map.json'), '{');
  expect((await ask()).statusCode).toBe(500);
});
