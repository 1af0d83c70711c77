import { createHash } from 'node:crypto';
import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { baseImports, startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

const evil = 'https://evil.example';

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => startTestServer({}, { configuration: { moduleOrigins: [host.origin] } }));
const calls = publishingCalls(server);
let team: string;
beforeAll(async () => {
  ({ token: team } = await calls.createToken('smsa', 'hrstudium'));
});
beforeEach(() => {
  host.asked.length = 0;
});

const basic = (password: string, user = 'ci') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** As `curl -u ci:TOKEN -X METHOD --data BODY`, which calls JSON a form. */
function curl(method: string, address: string, body?: unknown, authorization = basic(team)): Promise<Response> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  // Without a language the response is in English.
  const headers = { authorization, ...(body !== undefined && type) };
  return server.call(method, `/deployer${address}`, { headers, ...(body !== undefined && { body: readText(body) }) });
}

const readText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

async function readMap(response: Response): Promise<ImportMap> {
  expect(response.status).toBe(200);
  return v.parse(importMapSchema, await response.json());
}

const readHistory = () => calls.history(team, '?module=smsa');

const toIntegrity = (content: string, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const service = (url: string, more: object = {}) => ({ service: '@module/smsa', url, ...more });

test('the health check is public, everything else needs credentials', async () => {
  for (const address of ['', '/', '/health']) {
    const response = await server.call('GET', `/deployer${address}`);
    expect([response.status, await response.json()]).toEqual([200, { message: 'import-map-deployer is running' }]);
  }
  const requests: [string, string, unknown?][] = [
    ['GET', '/environments'],
    ['GET', '/import-map.json'],
    ['PATCH', '/import-map.json', { imports: {} }],
    ['PATCH', '/services', service('https://evil.example/app.js')],
    ['DELETE', '/services/@module%2Fsmsa'],
  ];
  for (const [method, address, body] of requests) {
    for (const authorization of ['', basic('wrong'), `Bearer ${team}`, 'Basic !', `Basic ${btoa(team)}`]) {
      const response = await curl(method, address, body, authorization);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(await readError(response)).toBe('401 team-token-wrong');
    }
  }
});

test('there is one environment, the default', async () => {
  expect(await (await curl('GET', '/environments')).json()).toEqual({
    environments: [{ name: 'default', aliases: [], isDefault: true }],
  });
  for (const env of ['?env=default', '?env=', '?env']) {
    expect((await curl('GET', `/import-map.json${env}`)).status).toBe(200);
  }
  for (const [method, address, body] of [
    ['GET', '/import-map.json'],
    ['PATCH', '/import-map.json', { imports: { '@module/smsa': host.addScript('x') } }],
    ['PATCH', '/services', service(host.addScript('x'))],
    ['DELETE', '/services/@module%2Fsmsa'],
  ] as const) {
    expect(await readError(await curl(method, `${address}?env=prod`, body))).toBe('404 environment-unknown');
  }
  expect(await readError(await curl('GET', '/sofe-manifest.json'))).toBe('404 not-found');
});

test('a service is published by its address, for all users, and is in the history', async () => {
  const url = host.addScript('first');
  const map = await readMap(await curl('PATCH', '/services', service(url)));
  expect(map.imports).toEqual({ ...baseImports, '@module/smsa': url });
  expect(map.integrity[url]).toBe(toIntegrity('first'));
  expect(await readMap(await curl('GET', '/import-map.json'))).toEqual(map);
  expect(await readMap(await server.call('GET', '/import-map.json'))).toMatchObject({ imports: map.imports });
  expect(await readHistory()).toMatchObject([
    { action: 'publish', from: null, reason: 'PATCH /deployer/services', by: expect.stringMatching(/^Test/) },
  ]);
});

test('the same service again changes nothing; other content or another address is another version', async () => {
  const first = host.addScript('same', '1.0.0/one');
  await readMap(await curl('PATCH', '/services', service(first)));
  const changes = (await readHistory()).length;
  await readMap(await curl('PATCH', '/services', service(first)));
  expect(await readHistory()).toHaveLength(changes);
  const map = await readMap(await curl('PATCH', '/services', service(host.addScript('same', '1.0.0/two'))));
  expect(map.imports['@module/smsa']).toBe(`${host.origin}/1.0.0/two.js`);
  const [latest, before] = await readHistory();
  expect(latest?.from).toBe(before?.to);
  expect(latest?.to).not.toBe(before?.to);
});

test('a new address without version and hash is refused, because browsers may keep its content', async () => {
  const response = await curl('PATCH', '/services', service(host.addScript('unversioned', 'remoteEntry')));
  expect(await readError(response)).toBe('400 address-unversioned');
});

test('a response warns if the host forbids caching', async () => {
  const warned = await curl('PATCH', '/services', service(host.addScript('uncached')));
  expect(warned.headers.get('x-portico-warning')).toMatch(
    /is fetched again at every visit: its host should answer with/,
  );
  const url = host.addScript('cached');
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  host.files.set(new URL(url).pathname, { content: 'cached', headers });
  expect((await curl('PATCH', '/services', service(url))).headers.get('x-portico-warning')).toBeNull();
});

test('JSON from HTTPie, from a file and from the operator is accepted as well', async () => {
  const url = host.addScript('json');
  const json = { authorization: basic(server.operatorKey, 'admin'), 'content-type': 'application/json' };
  const body = JSON.stringify(service(url), null, 2);
  const response = await server.call('PATCH', '/deployer/services?skip_url_check', { headers: json, body });
  expect((await readMap(response)).imports['@module/smsa']).toBe(url);
});

test('an address with changed content is refused, because the version before would be lost', async () => {
  const url = host.addScript('good', '1.0.0/stable');
  await readMap(await curl('PATCH', '/services', service(url)));
  host.addScript('changed', '1.0.0/stable');
  const response = await curl('PATCH', '/services', service(url));
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'address-changed', message: expect.stringContaining(url) });
});

test('several modules change in one call, or none of them', async () => {
  const imports = { '@module/smsa': host.addScript('both_a'), '@module/hrstudium': host.addScript('both_b') };
  const map = await readMap(await curl('PATCH', '/import-map.json', { imports, scopes: {} }));
  expect(map.imports).toMatchObject(imports);
  const broken = { '@module/smsa': host.addScript('next'), '@module/hrstudium': `${host.origin}/nowhere.js` };
  expect(await readError(await curl('PATCH', '/import-map.json', { imports: broken }))).toBe('400 address-not-ok');
  const foreign = { '@module/smsa': host.addScript('next'), '@module/welcome': host.addScript('other') };
  expect(await readError(await curl('PATCH', '/import-map.json', { imports: foreign }))).toBe('403 module-foreign');
  expect((await readMap(await curl('GET', '/import-map.json'))).imports).toEqual(map.imports);
});

test('all refused entries are named, not only the first', async () => {
  const imports = {
    '@module/smsa': host.addScript('one_of_many'),
    '@module/hrstudium': `${host.origin}/nowhere.js`,
    '@module/welcome': host.addScript('not_mine'),
    react: host.addScript('react'),
  };
  const before = (await readMap(await curl('GET', '/import-map.json'))).imports;
  const response = await curl('PATCH', '/import-map.json', { imports });
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      code: 'entries-refused',
      message: `Nothing changed: 3 entries are refused. ${host.origin}/nowhere.js answers 404 instead of 200. This token may not change the module welcome. react is not the name of a module. Only names such as @module/smsa, and packages that are live, can change here.`,
    },
  ]);
  expect((await readMap(await curl('GET', '/import-map.json'))).imports).toEqual(before);
});

test('a given integrity has to match the content', async () => {
  const url = host.addScript('checked');
  const right = `${toIntegrity('x', 'sha256')} ${toIntegrity('checked', 'sha512')}?ct=x ${toIntegrity('x', 'sha512')}`;
  for (const integrity of [toIntegrity('checked'), toIntegrity('checked', 'sha256'), right]) {
    await readMap(await curl('PATCH', '/services', service(url, { integrity })));
    await readMap(
      await curl('PATCH', '/import-map.json', { imports: { '@module/smsa': url }, integrity: { [url]: integrity } }),
    );
  }
  const weak = `${toIntegrity('checked', 'sha256')} ${toIntegrity('x')}`;
  for (const integrity of [toIntegrity('tampered'), weak, 'md5-x', 'nonsense']) {
    expect(await readError(await curl('PATCH', '/services', service(url, { integrity })))).toBe('400 file-differs');
  }
  const other = { imports: { '@module/smsa': url }, integrity: { [`${host.origin}/chunk.js`]: toIntegrity('x') } };
  expect(await readError(await curl('PATCH', '/import-map.json', other))).toBe('400 integrity-unused');
});

test('a whole map with changes may be sent', async () => {
  const map = await readMap(await curl('GET', '/import-map.json'));
  const before = await readHistory();
  expect(await readMap(await curl('PATCH', '/import-map.json', map))).toEqual(map);
  expect(await readHistory()).toEqual(before);
  const url = host.addScript('amid');
  const imports = { ...map.imports, '@module/smsa': url };
  expect((await readMap(await curl('PATCH', '/import-map.json', { ...map, imports }))).imports).toEqual(imports);
  const foreign = { ...map.imports, react: 'https://evil.example/react.js' };
  expect(await readError(await curl('PATCH', '/import-map.json', { imports: foreign }))).toBe('403 name-not-module');
});

test('names of the shell and of other teams are refused before anything is fetched', async () => {
  const url = host.addScript('mine');
  const getName = async (name: string) => readError(await curl('PATCH', '/services', { service: name, url }));
  for (const name of ['react', '@portico/root-config', 'smsa', '@module', '__proto__', '']) {
    expect(await getName(name)).toBe('403 name-not-module');
  }
  expect(await getName('@module/welcome')).toBe('403 module-foreign');
  for (const name of ['@module/api', '@module/deployer', '@module/SMSA', '@module/../smsa']) {
    expect(await getName(name)).toBe('400 module-key-malformed');
  }
  expect(await readError(await curl('DELETE', '/services/react'))).toBe('403 name-not-module');
  expect(await readError(await curl('DELETE', '/services/@module%2Fwelcome'))).toBe('403 module-foreign');
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
    expect(await readError(await curl('PATCH', `/services${query}`, service(url)))).toBe(refusal);
    const imports = { '@module/smsa': url };
    expect(await readError(await curl('PATCH', `/import-map.json${query}`, { imports }))).toBe(refusal);
  }
});

test('credentials in an address, other ports and redirects to other origins are refused', async () => {
  const refusal = async (url: string) => readError(await curl('PATCH', '/services', service(url)));
  const { port } = new URL(host.origin);
  expect(await refusal(`http://user:password@127.0.0.1:${port}/x.js`)).toBe('400 address-untrusted');
  expect(await refusal(`http://127.0.0.1:${port}@evil.example/x.js`)).toBe('400 address-untrusted');
  expect(await refusal('http://127.0.0.1:1/x.js')).toBe('400 address-untrusted');
  expect(host.asked).toEqual([]);
  host.files.set('/away.js', { status: 302, headers: { location: `${evil}/app.js` } });
  expect(await refusal(`${host.origin}/away.js`)).toBe('400 address-redirects');
  host.files.set('/page.js', { content: '<html>', headers: { 'content-type': 'text/html' } });
  expect(await refusal(`${host.origin}/page.js`)).toBe('400 address-not-javascript');
  expect(await refusal(host.addScript('<html>'))).toBe('400 entry-not-script');
});

test('a malformed body is refused with the expected fields', async () => {
  const url = host.addScript('x');
  for (const body of ['', '{', '[]', 'null', '"x"', { service: '@module/smsa' }, { url }, service('', {})]) {
    const response = await curl('PATCH', '/services', body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'deployer-body', message: 'This call takes a JSON object with "service", "url".' },
    ]);
  }
  const builtIn = '{"imports": {"__proto__": "/x.js"}}';
  for (const body of ['{', builtIn, {}, { imports: 'x' }, { imports: { '@module/smsa': { url } } }, { scopes: {} }]) {
    expect(await readError(await curl('PATCH', '/import-map.json', body))).toBe('400 deployer-body');
  }
  const scopes = { '/x/': { '@module/smsa': url } };
  for (const body of [{ scopes }, { imports: {}, scopes }]) {
    expect(await readError(await curl('PATCH', '/import-map.json', body))).toBe('400 scopes-unsupported');
  }
  expect((await curl('PATCH', '/import-map.json', '\uFEFF{"imports": {}}')).status).toBe(200);
});

test('a deleted service is restored by a rollback or the next publication', async () => {
  const url = host.addScript('deleted');
  await readMap(await curl('PATCH', '/services', service(url)));
  for (let times = 0; times < 2; times++) {
    const map = await readMap(await curl('DELETE', '/services/@module%2Fsmsa'));
    expect(map.imports).not.toHaveProperty('@module/smsa');
  }
  const [latest, before] = await readHistory();
  expect([latest, before]).toMatchObject([{ action: 'remove', to: null }, { action: 'publish' }]);
  await calls.changed(team, 'smsa', 'rollback');
  expect((await readMap(await curl('GET', '/import-map.json'))).imports['@module/smsa']).toBe(url);
});

test('a token that is revoked while its files are fetched publishes nothing', async () => {
  const { id, token } = await calls.createToken('smsa');
  const content = 'System.register([],()=>({}));// revoked';
  const url = host.addScript(content);
  let release = () => {};
  host.files.set(new URL(url).pathname, { content, until: new Promise<void>((resolve) => (release = resolve)) });
  const before = await readHistory();
  const publishing = curl('PATCH', '/services', service(url), basic(token));
  await waitFor(async () => host.asked[0]);
  expect((await server.operate('DELETE', `team-tokens/${id}`)).status).toBe(204);
  release();
  expect(await readError(await publishing)).toBe('401 team-token-wrong');
  expect(await readHistory()).toEqual(before);
});
