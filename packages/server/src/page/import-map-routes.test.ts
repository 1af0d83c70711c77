import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { registerImportMapRoutes } from './import-map-routes';
import { PageFault } from './page-fault';

let live: string | undefined;
const mapOf = (address: string) => ({ imports: { '@module/smsa': address }, integrity: {}, trials: {} });

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await app.register(cookie);
  registerImportMapRoutes(app, async (hostname, cohort) => {
    if (live === undefined) throw new PageFault('import-map.json is not valid JSON.');
    const address = cohort === 7 && hostname === 'canary.test' ? '/smsa/canary.js' : live;
    return { importMap: mapOf(address), dependsOnUser: false };
  });
});
afterAll(() => app.close());

const ask = (entityTag?: string) =>
  app.inject({ url: '/import-map.json', headers: entityTag === undefined ? {} : { 'if-none-match': entityTag } });

test('the map is sent whole once, and then only when it has changed', async () => {
  live = '/smsa/1.js';
  const first = await ask();
  expect(first.headers['cache-control']).toBe('no-cache, must-revalidate');
  expect(first.headers.vary).toBe('Cookie');
  expect(first.json()).toEqual(mapOf('/smsa/1.js'));
  const entityTag = String(first.headers.etag);

  const same = await ask(entityTag);
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', entityTag]);
  // A proxy that compresses weakens it.
  expect((await ask(`W/${entityTag}`)).statusCode).toBe(304);

  live = '/smsa/2.js';
  const changed = await ask(entityTag);
  expect(changed.statusCode).toBe(200);
  expect(changed.json().imports).toEqual({ '@module/smsa': '/smsa/2.js' });
});

test('who asks, and at which host, is told by the cookie and the host name', async () => {
  live = '/smsa/1.js';
  const addressFor = async (host: string, cookies: string) => {
    const response = await app.inject({ url: '/import-map.json', headers: { host, cookie: cookies } });
    return response.json().imports['@module/smsa'];
  };
  expect(await addressFor('canary.test:9000', 'portico-session=c7')).toBe('/smsa/canary.js');
  expect(await addressFor('other.test', 'portico-session=c7')).toBe('/smsa/1.js');
  for (const cookies of [
    'portico-session=c07',
    'portico-session=c7a',
    'portico-session=7',
    'portico-session=',
    'other=c7',
  ]) {
    expect(await addressFor('canary.test', cookies)).toBe('/smsa/1.js');
  }
});

test('a broken map is an error, not an older one', async () => {
  live = undefined;
  expect((await ask()).statusCode).toBe(500);
});
