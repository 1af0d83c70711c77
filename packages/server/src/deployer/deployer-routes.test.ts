import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createdTeamTokenSchema,
  type ImportMap,
  importMapSchema,
  type MapChange,
  mapChangeListSchema,
} from '@portico/contract';
import * as v from 'valibot';
import { type ModuleHost, startModuleHost } from '../testing/start-module-host';
import { baseImports, startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { errorOf } from '../testing/test-client';

jest.setTimeout(startTimeoutMilliseconds);

const evil = 'https://evil.example';

let folder: string;
let host: ModuleHost;
let server: TestServer;
let team: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  host = await startModuleHost();
  const configuration = path.join(folder, 'configuration.json');
  await writeFile(configuration, JSON.stringify({ moduleOrigins: [host.origin] }));
  server = await startTestServer({ PORTICO_CONFIG: configuration });
  team = await teamToken(['smsa', 'hrstudium']);
});
afterAll(async () => {
  await server.stop();
  await host.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  host.asked.length = 0;
});

async function teamToken(modules: readonly string[]): Promise<string> {
  const body = { modules, name: 'Pipeline' };
  const response = await server.call('POST', '/api/operator/team-tokens', { token: server.operatorKey, body });
  return v.parse(createdTeamTokenSchema, await response.json()).token;
}

const basic = (password: string, user = 'ci') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** As `curl -u ci:TOKEN -X METHOD --data BODY`, which calls JSON a form. */
function curl(method: string, address: string, body?: unknown, authorization = basic(team)): Promise<Response> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  // It asks for no language, and is answered in English.
  const headers = { authorization, ...(body !== undefined && type) };
  return server.call(method, `/deployer${address}`, { headers, ...(body !== undefined && { body: textOf(body) }) });
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

async function mapOf(response: Response): Promise<ImportMap> {
  expect(response.status).toBe(200);
  return v.parse(importMapSchema, await response.json());
}

async function history(module: string): Promise<MapChange[]> {
  const query = `/api/publishing/history?module=${module}`;
  return v.parse(mapChangeListSchema, await (await server.call('GET', query, { token: team })).json());
}

/** Hosts a script at a new address, and tells it. */
function hostScript(content: string, name = createHash('sha256').update(content).digest('hex').slice(0, 8)): string {
  host.files.set(`/${name}.js`, { content });
  return `${host.origin}/${name}.js`;
}

const integrityOf = (content: string, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const service = (url: string, more: object = {}) => ({ service: '@module/smsa', url, ...more });

test('the health is for everybody, everything else asks for credentials', async () => {
  for (const address of ['', '/', '/health']) {
    const response = await server.call('GET', `/deployer${address}`);
    expect([response.status, await response.json()]).toEqual([200, { message: 'import-map-deployer is running' }]);
  }
  const calls: [string, string, unknown?][] = [
    ['GET', '/environments'],
    ['GET', '/import-map.json'],
    ['PATCH', '/import-map.json', { imports: {} }],
    ['PATCH', '/services', service('https://evil.example/app.js')],
    ['DELETE', '/services/@module%2Fsmsa'],
  ];
  for (const [method, address, body] of calls) {
    for (const authorization of ['', basic('wrong'), `Bearer ${team}`, 'Basic !', `Basic ${btoa(team)}`]) {
      const response = await curl(method, address, body, authorization);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(await errorOf(response)).toBe('401 team-token-wrong');
    }
  }
});

test('there is one environment, the default', async () => {
  expect(await (await curl('GET', '/environments')).json()).toEqual({
    environments: [{ name: 'default', aliases: [], isDefault: true }],
  });
  expect((await curl('GET', '/import-map.json?env=default')).status).toBe(200);
  expect(await errorOf(await curl('GET', '/import-map.json?env=prod'))).toBe('404 environment-unknown');
  expect(await errorOf(await curl('PATCH', '/services?env=prod', service(hostScript('x'))))).toBe(
    '404 environment-unknown',
  );
  expect(await errorOf(await curl('GET', '/sofe-manifest.json'))).toBe('404 not-found');
});

test('a service is set by its address, is live for all, and stands in the history', async () => {
  const url = hostScript('first');
  const map = await mapOf(await curl('PATCH', '/services', service(url)));
  expect(map.imports).toEqual({ ...baseImports, '@module/smsa': url });
  expect(map.integrity[url]).toBe(integrityOf('first'));
  expect(await mapOf(await curl('GET', '/import-map.json'))).toEqual(map);
  expect(await mapOf(await server.call('GET', '/import-map.json'))).toMatchObject({ imports: map.imports });
  expect(await history('smsa')).toMatchObject([
    { action: 'publish', from: null, reason: 'PATCH /deployer/services', by: expect.stringMatching(/^Pipeline/) },
  ]);
});

test('the same service again changes nothing, another content or address is a version of its own', async () => {
  const first = hostScript('same', 'one');
  await mapOf(await curl('PATCH', '/services', service(first)));
  const changes = (await history('smsa')).length;
  await mapOf(await curl('PATCH', '/services', service(first)));
  expect(await history('smsa')).toHaveLength(changes);
  const map = await mapOf(await curl('PATCH', '/services', service(hostScript('same', 'two'))));
  expect(map.imports['@module/smsa']).toBe(`${host.origin}/two.js`);
  const [latest, before] = await history('smsa');
  expect(latest?.from).toBe(before?.to);
  expect(latest?.to).not.toBe(before?.to);
});

test('the JSON of HTTPie, of a file and of the operator is taken as well', async () => {
  const url = hostScript('json');
  const json = { authorization: basic(server.operatorKey, 'admin'), 'content-type': 'application/json' };
  const body = JSON.stringify(service(url), null, 2);
  const response = await server.call('PATCH', '/deployer/services?skip_url_check', { headers: json, body });
  expect((await mapOf(response)).imports['@module/smsa']).toBe(url);
});

test('an address that had other content is refused, since the version before is there no more', async () => {
  const url = hostScript('good', 'stable');
  await mapOf(await curl('PATCH', '/services', service(url)));
  hostScript('changed', 'stable');
  const response = await curl('PATCH', '/services', service(url));
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'address-changed', message: expect.stringContaining(url) });
});

test('several modules change in one call, or none of them', async () => {
  const imports = { '@module/smsa': hostScript('both_a'), '@module/hrstudium': hostScript('both_b') };
  const map = await mapOf(await curl('PATCH', '/import-map.json', { imports, scopes: {} }));
  expect(map.imports).toMatchObject(imports);
  const broken = { '@module/smsa': hostScript('next'), '@module/hrstudium': `${host.origin}/nowhere.js` };
  expect(await errorOf(await curl('PATCH', '/import-map.json', { imports: broken }))).toBe('400 address-not-ok');
  const foreign = { '@module/smsa': hostScript('next'), '@module/welcome': hostScript('other') };
  expect(await errorOf(await curl('PATCH', '/import-map.json', { imports: foreign }))).toBe('403 module-foreign');
  expect((await mapOf(await curl('GET', '/import-map.json'))).imports).toEqual(map.imports);
});

test('an integrity that is sent has to be that of the bytes', async () => {
  const url = hostScript('checked');
  const right = `${integrityOf('x', 'sha256')} ${integrityOf('checked', 'sha512')}?ct=x ${integrityOf('x', 'sha512')}`;
  for (const integrity of [integrityOf('checked'), integrityOf('checked', 'sha256'), right]) {
    await mapOf(await curl('PATCH', '/services', service(url, { integrity })));
    await mapOf(
      await curl('PATCH', '/import-map.json', { imports: { '@module/smsa': url }, integrity: { [url]: integrity } }),
    );
  }
  const weak = `${integrityOf('checked', 'sha256')} ${integrityOf('x')}`;
  for (const integrity of [integrityOf('tampered'), weak, 'md5-x', 'nonsense']) {
    expect(await errorOf(await curl('PATCH', '/services', service(url, { integrity })))).toBe('400 file-differs');
  }
  const other = { imports: { '@module/smsa': url }, integrity: { [`${host.origin}/chunk.js`]: integrityOf('x') } };
  expect(await errorOf(await curl('PATCH', '/import-map.json', other))).toBe('400 integrity-unused');
});

test('a whole map may be sent back, with what is new in it', async () => {
  const map = await mapOf(await curl('GET', '/import-map.json'));
  const before = await history('smsa');
  expect(await mapOf(await curl('PATCH', '/import-map.json', map))).toEqual(map);
  expect(await history('smsa')).toEqual(before);
  const url = hostScript('amid');
  const imports = { ...map.imports, '@module/smsa': url };
  expect((await mapOf(await curl('PATCH', '/import-map.json', { ...map, imports }))).imports).toEqual(imports);
  const foreign = { ...map.imports, react: 'https://evil.example/react.js' };
  expect(await errorOf(await curl('PATCH', '/import-map.json', { imports: foreign }))).toBe('403 name-not-module');
});

test('names of the shell and of other teams are refused before anything is fetched', async () => {
  const url = hostScript('mine');
  const nameOf = async (name: string) => errorOf(await curl('PATCH', '/services', { service: name, url }));
  for (const name of ['react', '@portico/root-config', 'smsa', '@module', '__proto__', '']) {
    expect(await nameOf(name)).toBe('403 name-not-module');
  }
  expect(await nameOf('@module/welcome')).toBe('403 module-foreign');
  for (const name of ['@module/api', '@module/deployer', '@module/SMSA', '@module/smsa/', '@module/../smsa']) {
    expect(await nameOf(name)).toBe('400 module-key-malformed');
  }
  expect(await errorOf(await curl('DELETE', '/services/react'))).toBe('403 name-not-module');
  expect(await errorOf(await curl('DELETE', '/services/@module%2Fwelcome'))).toBe('403 module-foreign');
  expect(host.asked).toEqual([]);
});

test.each([
  ['another origin', `${evil}/app.js`, '400 address-untrusted'],
  ['no scheme', '//evil.example/app.js', '400 address-untrusted'],
  ['a relative address', './app.js', '400 address-relative'],
  ['a path', '/app.js', '400 address-relative'],
  ['data', 'data:text/javascript,1', '400 address-untrusted'],
])('%s is refused, also with skip_url_check', async (_what, url, refusal) => {
  for (const query of ['', '?skip_url_check', '?skip_url_check=true']) {
    expect(await errorOf(await curl('PATCH', `/services${query}`, service(url)))).toBe(refusal);
    const imports = { '@module/smsa': url };
    expect(await errorOf(await curl('PATCH', `/import-map.json${query}`, { imports }))).toBe(refusal);
  }
});

test('credentials in an address, other ports and redirects to other origins are refused', async () => {
  const refusal = async (url: string) => errorOf(await curl('PATCH', '/services', service(url)));
  const { port } = new URL(host.origin);
  expect(await refusal(`http://user:password@127.0.0.1:${port}/x.js`)).toBe('400 address-untrusted');
  expect(await refusal(`http://127.0.0.1:${port}@evil.example/x.js`)).toBe('400 address-untrusted');
  expect(await refusal('http://127.0.0.1:1/x.js')).toBe('400 address-untrusted');
  expect(host.asked).toEqual([]);
  host.files.set('/away.js', { status: 302, headers: { location: `${evil}/app.js` } });
  expect(await refusal(`${host.origin}/away.js`)).toBe('400 address-redirects');
  host.files.set('/page.js', { content: '<html>', headers: { 'content-type': 'text/html' } });
  expect(await refusal(`${host.origin}/page.js`)).toBe('400 address-not-javascript');
  expect(await refusal(hostScript('<html>'))).toBe('400 entry-not-script');
});

test('a body that says something else is refused with what the call takes', async () => {
  const url = hostScript('x');
  for (const body of ['', '{', '[]', 'null', '"x"', { service: '@module/smsa' }, { url }, service('', {})]) {
    const response = await curl('PATCH', '/services', body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'deployer-body', message: 'This call takes a JSON object with "service", "url".' },
    ]);
  }
  for (const body of ['{', {}, { imports: 'x' }, { imports: { '@module/smsa': { url } } }, { scopes: {} }]) {
    expect(await errorOf(await curl('PATCH', '/import-map.json', body))).toBe('400 deployer-body');
  }
  const scopes = { '/x/': { '@module/smsa': url } };
  for (const body of [{ scopes }, { imports: {}, scopes }]) {
    expect(await errorOf(await curl('PATCH', '/import-map.json', body))).toBe('400 scopes-unsupported');
  }
});

test('a deleted service is not in the map, and comes back by a rollback or the next publication', async () => {
  const url = hostScript('deleted');
  await mapOf(await curl('PATCH', '/services', service(url)));
  for (let times = 0; times < 2; times++) {
    const map = await mapOf(await curl('DELETE', '/services/@module%2Fsmsa'));
    expect(map.imports).not.toHaveProperty('@module/smsa');
  }
  const [latest, before] = await history('smsa');
  expect([latest, before]).toMatchObject([{ action: 'remove', to: null }, { action: 'publish' }]);
  const rollback = await server.call('POST', '/api/publishing/modules/smsa/rollback', { token: team, body: {} });
  expect(rollback.status).toBe(200);
  expect((await mapOf(await curl('GET', '/import-map.json'))).imports['@module/smsa']).toBe(url);
});
