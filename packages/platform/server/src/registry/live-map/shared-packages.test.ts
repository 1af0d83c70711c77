import { type ImportMap, previewLinkSchema } from '@portico/contract';
import * as v from 'valibot';
import { formatCohort } from '../../identity/sessions/cohort';
import { sessionCookieName } from '../../identity/sessions/session-cookies';
import { baseImports, testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';
import { listScopes } from './shared-packages';

const styleguide = '@acme/styleguide';
const addressOf = (version: string) => `/modules/@acme~styleguide/${version}/module.js`;

const ownNames = { lodash: '/own/lodash.js', 'parts/': '/own/parts/', '@acme/own': '/own/own.js' };

const server = testServer({}, { hasShell: true, importMap: { imports: { ...baseImports, ...ownNames } } });
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  token = (await calls.createToken(styleguide, 'orders', 'stock', 'old', 'books', '@npm/rxjs', '@npm/rxjs/operators'))
    .token;
});

const esModule = (marker: string) => ({ 'module.js': `export const marker = '${marker}';` });

const publish = (name: string, version: string, options: object = {}) =>
  calls.publish(token, encodeURIComponent(name), esModule(`${name} ${version}`), { version, ...options });

async function published(...parameters: Parameters<typeof publish>): Promise<void> {
  const response = await publish(...parameters);
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)]);
}

async function refusal(response: Promise<Response>) {
  const { status } = await response;
  return [status, (await (await response).json()).code];
}

test('modules get the highest version of their range, and one copy where ranges allow', async () => {
  expect(await refusal(publish('orders', '1', { shared: { [styleguide]: '^2.1' } }))).toEqual([409, 'package-missing']);
  for (const version of ['1.4.0', '2.0.0', '2.3.0', '2.2.9']) await published(styleguide, version);
  await published('orders', '1', { shared: { [styleguide]: '^2.1' } });
  await published('stock', '1', { shared: { [styleguide]: '2.x' } });
  await published('old', '1', { shared: { [styleguide]: '^1.0.0' } });
  expect(await refusal(publish('orders', '2', { shared: { [styleguide]: '^3' } }))).toEqual([409, 'package-missing']);

  const map = await calls.readMap();
  expect(map.imports[styleguide]).toBe(addressOf('2.3.0'));
  expect(map.scopes).toEqual({ '/modules/old/1/': { [styleguide]: addressOf('1.4.0') } });
  expect(map.entries[addressOf('2.3.0')]).toEqual({ form: 'es-module' });
  expect(map.entries['/modules/old/1/module.js']).toEqual({ form: 'es-module', imports: [styleguide] });
  for (const version of ['2.3.0', '1.4.0']) expect(map.integrity[addressOf(version)]).toMatch(/^sha384-/);
  const file = await server.call('GET', addressOf('2.3.0'));
  expect(await file.text()).toBe(esModule(`${styleguide} 2.3.0`)['module.js']);
});

test('every page has the packages, also for modules that load after the sign-in', async () => {
  const page = await (await fetch(`${server.url}/signin`, { headers: { accept: 'text/html' } })).text();
  const [, text = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? [];
  const native = JSON.parse(text);
  expect(native.imports).toMatchObject({ [styleguide]: addressOf('2.3.0'), react: expect.any(String) });
  expect(native.scopes).toEqual({ '/modules/old/1/': { [styleguide]: addressOf('1.4.0') } });
  expect(native.integrity[addressOf('2.3.0')]).toMatch(/^sha384-/);
});

test('a rollback removes a version of a package, and a new one is for all', async () => {
  await published(styleguide, '2.4.0');
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.4.0'));
  const response = await calls.post(token, encodeURIComponent(styleguide), 'rollback');
  expect(response.status).toBe(200);
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.3.0'));
});

test('a canary is a version for its audience alone, in every range that allows it', async () => {
  const path = encodeURIComponent(styleguide);
  await published(styleguide, '3.0.0', { audience: { tenants: ['finouro'] } });
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.3.0'));
  // `localhost` is the host of smsa.
  await published(styleguide, '3.0.0', { audience: { tenants: ['smsa'] } });
  const map = await calls.readMap();
  expect(map.imports[styleguide]).toBe(addressOf('3.0.0'));
  // Modules that do not allow it keep theirs.
  expect(map.scopes).toMatchObject({ '/modules/orders/1/': { [styleguide]: addressOf('2.3.0') } });
  const status = (await calls.modules(token)).find(({ module }) => module === styleguide);
  expect(status).toMatchObject({ version: '2.2.9', in_rollout: false, canary: { version: '3.0.0' } });

  expect((await calls.post(token, path, 'withdraw')).status).toBe(200);
  await published(styleguide, '2.4.1', { audience: { percent: 99 } });
  const addresses = await Promise.all(
    Array.from({ length: 30 }, async (_, cohort) => {
      const headers = { cookie: `${sessionCookieName}=${formatCohort(cohort)}` };
      return (await calls.readMap(headers)).imports[styleguide];
    }),
  );
  expect(new Set(addresses)).toContain(addressOf('2.4.1'));
  expect((await calls.post(token, path, 'promote')).status).toBe(200);
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.4.1'));
  expect((await calls.post(token, path, 'rollback')).status).toBe(200);
});

test('no module gets a package version in quarantine', async () => {
  await published(styleguide, '2.9.0');
  await server.operate('POST', `modules/${encodeURIComponent(styleguide)}/quarantine`, { version: '2.9.0' });
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.3.0'));
});

test('the check gets the addresses of packages', async () => {
  const ask = (range: string) =>
    server.call('POST', '/api/publishing/shared', { token, body: { shared: { [styleguide]: range } } });
  expect(await (await ask('~2.2')).json()).toMatchObject({ imports: { [styleguide]: addressOf('2.2.9') } });
  // No query for all modules while nothing changes.
  const select = jest.spyOn(server.database, 'select');
  expect(await refusal(ask('^4'))).toEqual([409, 'package-missing']);
  const selected = select.mock.calls.flatMap(([fields = {}]) => Object.keys(fields));
  select.mockRestore();
  expect(selected).not.toContain('preloads');
});

test('each version gets what its own range allows, also of a name that another one imports', async () => {
  const { token: own } = await calls.createToken('@acme/charts');
  const ask = (shared: object) => server.call('POST', '/api/publishing/shared', { token, body: { shared } });
  const publishCharts = (version: string, range: string) =>
    calls.publish(own, encodeURIComponent('@acme/charts'), esModule(version), {
      version,
      policy: { wasm: true },
      shared: { [styleguide]: range },
    });
  expect((await publishCharts('1.0.0', '^2')).status).toBe(201);
  expect(await (await ask({ [styleguide]: '^1', '@acme/charts': '*' })).json()).toMatchObject({
    imports: { [styleguide]: addressOf('1.4.0'), '@acme/charts': '/modules/@acme~charts/1.0.0/module.js' },
    scopes: { '/modules/@acme~charts/1.0.0/': { [styleguide]: addressOf('2.3.0') } },
    entries: { [addressOf('2.3.0')]: { form: 'es-module' } },
    policies: { '@acme/charts': { wasm: true } },
  });
});

test('a package is an ES module with a comparable version, by a token that names it', async () => {
  const malformed = [400, 'package-malformed'];
  expect(await refusal(publish(styleguide, 'next'))).toEqual(malformed);
  const script = { 'module.js': 'window.x = 1; // no System module' };
  const path = encodeURIComponent(styleguide);
  expect(await refusal(calls.publish(token, path, script, { version: '2.5.0' }))).toEqual(malformed);
  expect(await refusal(calls.publish(token, path, esModule('x'), { version: 'next' }, 'previews'))).toEqual(malformed);
  const { token: foreign } = await calls.createToken('orders');
  expect((await calls.publish(foreign, path, esModule('x'), { version: '2.5.0' })).status).toBe(403);
});

/**
 * Follows links in one browser.
 * @returns its import map
 */
async function mapAfter(...links: string[]) {
  let cookie = '';
  for (const link of links) {
    const headers = { accept: 'text/html', cookie };
    const followed = await fetch(server.url + link, { redirect: 'manual', headers });
    cookie = followed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }
  return calls.readMap({ cookie }, '?previews');
}

async function preview(name: string, version: string, options: object = {}): Promise<string> {
  const files = esModule(`${name} ${version}`);
  const response = await calls.publish(token, encodeURIComponent(name), files, { version, ...options }, 'previews');
  expect(response.status).toBe(201);
  return v.parse(previewLinkSchema, await response.json()).link;
}

test('a preview gets the packages of its own range', async () => {
  const map = await mapAfter(await preview('orders', 'p', { shared: { [styleguide]: '~1.4' } }));
  expect(map.scopes?.['/modules/orders/p/']).toEqual({ [styleguide]: addressOf('1.4.0') });
});

test('a preview of a package shows modules with it, in its browser alone', async () => {
  const link = await preview(styleguide, '2.5.0-pr.7');
  expect(link).toMatch(/^\/\?/);
  const ofModule = await preview('orders', 'p2', { shared: { [styleguide]: '^2.1' } });
  const map = await mapAfter(link, ofModule);
  expect(map.imports).toMatchObject({
    [styleguide]: addressOf('2.5.0-pr.7'),
    '@module/orders': '/modules/orders/p2/module.js',
  });
  // A pre-release counts as its release, for ^2.1 and 2.x; other ranges keep their version.
  expect(map.scopes).toEqual({
    '/modules/old/1/': { [styleguide]: addressOf('1.4.0') },
  });
  expect(map.integrity[addressOf('2.5.0-pr.7')]).toMatch(/^sha384-/);
  expect((await calls.readMap()).imports[styleguide]).toBe(addressOf('2.3.0'));
});

test('a package that was never published can be previewed', async () => {
  const { token: own } = await calls.createToken('@acme/new');
  const body = await calls.publish(
    own,
    encodeURIComponent('@acme/new'),
    esModule('x'),
    { version: '0.1.0' },
    'previews',
  );
  const { link } = v.parse(previewLinkSchema, await body.json());
  expect((await mapAfter(link)).imports['@acme/new']).toBe('/modules/@acme~new/0.1.0/module.js');
  expect((await calls.readMap()).imports).not.toHaveProperty('@acme/new');
});

test('a module that imports another one gets the version of the reader, with any list of modules in their page', async () => {
  const imported = '@module/stock';
  const addressIn = ({ scopes }: Pick<ImportMap, 'scopes'>) => scopes?.['/modules/books/1/']?.[imported];
  await published('books', '1', { shared: { [imported]: '*' } });
  const map = await calls.readMap({}, '?modules=books');
  expect([addressIn(map), map.imports[imported]]).toEqual(['/modules/stock/1/module.js', undefined]);
  expect(map.integrity['/modules/stock/1/module.js']).toMatch(/^sha384-/);
  const ask = { token, body: { shared: { [imported]: '*' } } };
  expect(await (await server.call('POST', '/api/publishing/shared', ask)).json()).toMatchObject({
    imports: { [imported]: '/modules/stock/1/module.js' },
    entries: { '/modules/stock/1/module.js': { form: 'es-module' } },
  });

  // The addresses include the imports of the imported module.
  const nested = { token, body: { shared: { '@module/books': '*' } } };
  const { imports } = await (await server.call('POST', '/api/publishing/shared', nested)).json();
  expect(Object.keys(imports)).toEqual(['@module/books', imported, styleguide]);

  await published('stock', '2', { audience: { tenants: ['smsa'] } });
  const canary = await calls.readMap();
  expect([addressIn(canary), canary.imports[imported]]).toEqual(Array(2).fill('/modules/stock/2/module.js'));
  expect(addressIn(await calls.readMap({}, '?modules=books'))).toBe('/modules/stock/2/module.js');
  expect(addressIn(await mapAfter(await preview('stock', '3')))).toBe('/modules/stock/3/module.js');
});

test("the scopes of a version on a team's host are its entry, whatever its name is, and its scripts beside it", () => {
  const files = ['1/main.es', '1/chunk.js', '1/parts/a.mjs', '1/main.css', '2/other.js'];
  const integrity = Object.fromEntries(files.map((file) => [`https://cdn.test/a/${file}`, 'sha384-a']));
  const scopes = ['1/main.es', '1/chunk.js', '1/parts/a.mjs'].map((file) => `https://cdn.test/a/${file}`);
  expect(listScopes({ address: 'https://cdn.test/a/1/main.es', integrity })).toEqual(scopes);
});

test('a library without a scope is a package under its own name', async () => {
  for (const version of ['6.6.7', '7.8.1']) await published('@npm/rxjs', version);
  await published('@npm/rxjs/operators', '7.8.1', { shared: { rxjs: '^7' } });
  await published('books', 'rx', { shared: { rxjs: '^6' } });
  const map = await calls.readMap();
  const address = (version: string) => `/modules/@npm~rxjs/${version}/module.js`;
  expect(map.imports).toMatchObject({
    rxjs: address('7.8.1'),
    'rxjs/operators': '/modules/@npm~rxjs~operators/7.8.1/module.js',
  });
  expect(map.imports).not.toHaveProperty('@npm/rxjs');
  expect(map.scopes).toMatchObject({ '/modules/books/rx/': { rxjs: address('6.6.7') } });
  const file = await server.call('GET', '/modules/@npm~rxjs~operators/7.8.1/module.js');
  expect(await file.text()).toContain('@npm/rxjs/operators 7.8.1');
  const consumers = await server.call('GET', '/api/publishing/modules/%40npm%2Frxjs/consumers', { token });
  expect(await consumers.json()).toContainEqual({ module: 'books', version: 'rx', address: address('6.6.7') });
});

test("no team takes a name of the portal, or of the operator's own map", async () => {
  const refuse = async (name: string) =>
    refusal(calls.publish(server.operatorKey, encodeURIComponent(name), esModule('evil'), { version: '9.9.9' }));
  const malformed = [400, 'module-key-malformed'];
  for (const name of ['react', 'react-dom/client', 'single-spa', 'systemjs', 'constructor', '__proto__']) {
    expect(await refuse(`@npm/${name}`)).toEqual(malformed);
  }
  for (const name of ['@portico/ui', '@module/orders']) expect(await refuse(name)).toEqual(malformed);
  for (const name of ['@npm/lodash', '@npm/parts/button', '@acme/own']) {
    expect(await refuse(name)).toEqual([409, 'name-of-portal']);
  }
  expect((await calls.readMap()).imports).toMatchObject({ lodash: '/own/lodash.js', '@acme/own': '/own/own.js' });
});

test('a System module is a package for System modules alone', async () => {
  const { token: own } = await calls.createToken('@acme/api', 'planets', 'people');
  const api = encodeURIComponent('@acme/api');
  const shared = { '@acme/api': '*' };
  const system = { 'module.js': 'System.register([],function(e){return{execute:function(){e("get",1)}}});' };
  expect((await calls.publish(own, api, system, { version: '1.0.0' })).status).toBe(201);
  const map = await calls.readMap();
  expect(map.imports).toMatchObject({ '@acme/api': '/modules/@acme~api/1.0.0/module.js' });
  expect(map.entries).not.toHaveProperty(['/modules/@acme~api/1.0.0/module.js']);
  expect((await calls.publish(own, 'planets', system, { version: '1', shared })).status).toBe(201);
  const native = calls.publish(own, 'people', esModule('native'), { version: '1', shared });
  expect(await refusal(native)).toEqual([409, 'package-system']);
  expect((await calls.publish(own, api, esModule('get'), { version: '1.1.0' })).status).toBe(201);
  expect((await calls.publish(own, 'people', esModule('native'), { version: '1', shared })).status).toBe(201);
  expect(await refusal(calls.publish(own, api, system, { version: '1.2.0' }))).toEqual([409, 'package-was-es-module']);
});
