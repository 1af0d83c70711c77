import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { BuildError } from '../registry/build-files';
import { testServer } from '../testing/start-test-server';
import { registerImportMapRoute } from './import-map-routes';

const server = testServer();
const register = (on: FastifyInstance, getMap: Parameters<typeof registerImportMapRoute>[2]) =>
  registerImportMapRoute(on, { ...server, sign: () => '', getTenantKey: (hostname) => hostname }, getMap);
let live: string | undefined;
/** The modules that the latest request named. */
let asked: readonly string[] | undefined;
const readMap = (address: string) => ({
  imports: { '@module/smsa': address },
  integrity: {},
  rollouts: {},
  entries: {},
});

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await app.register(cookie);
  register(app, async ({ tenant, cohort, modules }) => {
    asked = modules && [...modules];
    if (live === undefined) throw new BuildError('import-map.json is not valid JSON.');
    const address = cohort === 7 && tenant === 'canary.test' ? '/smsa/canary.js' : live;
    return { importMap: readMap(address) };
  });
});
afterAll(() => app.close());

const ask = (entityTag?: string) =>
  app.inject({ url: '/import-map.json', headers: entityTag === undefined ? {} : { 'if-none-match': entityTag } });

test('the map is sent again only after a change', async () => {
  live = '/smsa/1.js';
  const first = await ask();
  expect(first.headers['cache-control']).toBe('no-cache, must-revalidate');
  expect(first.headers.vary).toBe('Cookie, Accept-Encoding');
  expect(first.json()).toEqual(readMap('/smsa/1.js'));
  const entityTag = String(first.headers.etag);

  const same = await ask(entityTag);
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', entityTag]);
  // A proxy that compresses weakens the tag.
  expect((await ask(`W/${entityTag}`)).statusCode).toBe(304);

  live = '/smsa/2.js';
  const changed = await ask(entityTag);
  expect(changed.statusCode).toBe(200);
  expect(changed.json().imports).toEqual({ '@module/smsa': '/smsa/2.js' });
});

test('serializes the map once for all browsers and encodings', async () => {
  let written = 0;
  const importMap = {
    ...readMap('/smsa/1.js'),
    toJSON: () => {
      written += 1;
      return readMap('/smsa/1.js'.padEnd(2000, 'x'));
    },
  };
  const once = fastify();
  await once.register(cookie);
  register(once, async () => ({ importMap }));
  const answer = (headers: Record<string, string>) => once.inject({ url: '/import-map.json', headers });
  const { etag = '' } = (await answer({})).headers;
  const known = { 'if-none-match': String(etag) };
  for (const headers of [known, known, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }])
    await answer(headers);
  expect(written).toBe(1);
  await once.close();
});

test('the map depends on the cookie and the host name', async () => {
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

test('a request may name a limited number of module keys', async () => {
  live = '/smsa/1.js';
  const many = Array.from({ length: 51 }, (_, index) => `app-${index}`).join();
  const all = ['', '?modules=a&modules=b', `?modules=${many}`];
  for (const query of all) {
    await app.inject({ url: `/import-map.json${query}` });
    expect(asked).toBeUndefined();
  }
  await app.inject({ url: '/import-map.json?modules=smsa,Stock,api,../x,hrstudium,smsa' });
  expect(asked).toEqual(['smsa', 'hrstudium']);
  await app.inject({ url: '/import-map.json?modules=' });
  expect(asked).toEqual([]);
});

test('a broken map gives an error, not the previous map', async () => {
  live = undefined;
  expect((await ask()).statusCode).toBe(503);
});
