import { createHash } from 'node:crypto';
import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';
import { shortenWarnings } from './deployer-routes';

// Clients of import-map-deployer rely on these; the differences are in docs/publishing.md.

const many = Array.from({ length: 12 }, (_, number) => `m${number}`);

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => {
  const configuration = { moduleOrigins: [host.origin], modulePolicy: { hrstudium: { wasm: true } } };
  return startTestServer({}, { hasShell: true, configuration });
});
const calls = publishingCalls(server);
let team: string;
beforeAll(async () => {
  ({ token: team } = await calls.createToken('smsa', 'hrstudium', ...many));
});

// Without a language the response is in English.
const deploy = (method: string, path: string, body?: object) => calls.deploy(team, method, path, body);

async function readMap(response: Response): Promise<ImportMap> {
  expect(response.status).toBe(200);
  return v.parse(importMapSchema, await response.json());
}

async function readRefusal(...call: Parameters<typeof deploy>) {
  const response = await deploy(...call);
  expect(response.status).toBe(400);
  return v.parse(v.looseObject({ code: v.string(), message: v.string() }), await response.json());
}

const toIntegrity = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
const service = (url: string, more: object = {}) => ({ service: '@module/smsa', url, ...more });

/** Hosts a script that browsers may keep, so that no warning names its host. */
function addCached(content: string): string {
  const url = host.addScript(content);
  host.files.set(new URL(url).pathname, { content, headers: { 'cache-control': 'max-age=86400' } });
  return url;
}

test('every answered map has scopes, empty, and the integrity of its own addresses alone', async () => {
  const [one, two] = [host.addScript('one'), host.addScript('two')];
  const map = await readMap(await deploy('PATCH', 'services', service(one, { integrity: toIntegrity('one') })));
  expect(map).toMatchObject({ scopes: {}, integrity: { [one]: toIntegrity('one') } });
  const imports = { '@module/smsa': two };
  const changed = await readMap(await deploy('PATCH', 'import-map.json', { ...map, imports }));
  expect(changed).toMatchObject({ scopes: {}, integrity: { [two]: toIntegrity('two') } });
  expect(changed.integrity).not.toHaveProperty([one]);
  // Pages fall back to the version before, and need its integrity.
  expect((await calls.readMap()).integrity).toHaveProperty([one]);
  const removed = await readMap(await deploy('DELETE', 'services/@module%2Fsmsa'));
  expect([removed.scopes, removed.integrity[two]]).toEqual([{}, undefined]);
  expect(await readMap(await deploy('GET', 'import-map.json'))).toEqual(removed);
});

test('the folder of a module is refused alone: its other names are published', async () => {
  const url = host.addScript('folder');
  const folder = { '@module/smsa/': `${host.origin}/` };
  const response = await deploy('PATCH', 'import-map.json', { imports: { '@module/smsa': url, ...folder } });
  expect(response.headers.get('x-portico-warning')).toMatch(/^@module\/smsa\/ is refused: .* no folders/);
  const { imports } = await readMap(response);
  expect([imports['@module/smsa'], imports['@module/smsa/']]).toEqual([url, undefined]);

  const name = '@module/smsa/';
  for (const { code, message } of [
    await readRefusal('PATCH', 'import-map.json', { imports: folder }),
    await readRefusal('PATCH', 'services', { service: name, url }),
    await readRefusal('DELETE', `services/${encodeURIComponent(name)}`),
  ]) {
    expect([code, message]).toEqual(['folder-unsupported', expect.stringContaining(`${name} is refused`)]);
  }
  const foreign = { imports: { '@module/smsa': url, '@module/welcome/': `${host.origin}/` } };
  expect(await readError(await deploy('PATCH', 'import-map.json', foreign))).toBe('403 module-foreign');
  for (const level of ['1', '2', 'x']) {
    const { message } = await readRefusal('PATCH', `services?packageDirLevel=${level}`, service(url));
    expect(message).toContain(`packageDirLevel=${level} is refused`);
  }
  expect((await deploy('PATCH', 'services?packageDirLevel=', service(url))).status).toBe(200);
});

test('a live package changes to the version in its address', async () => {
  const { token } = await calls.createToken('@acme/api', '@npm/rxjs');
  const patch = (name: string, url: string) => calls.deploy(token, 'PATCH', 'services', { service: name, url });
  const hostPackage = (path: string) => host.addScript(`export const path = "${path}";`, path);
  const first = hostPackage('api/1.0.0/api');
  // The first version decides that the name is a package.
  for (const name of ['@acme/api', 'rxjs'])
    expect(await readError(await patch(name, first))).toBe('403 name-not-module');
  const esModule = { 'module.js': 'export const get = 1;' };
  for (const name of ['@acme/api', '@npm/rxjs']) {
    expect((await calls.publish(token, encodeURIComponent(name), esModule, { version: '0.9.0' })).status).toBe(201);
  }
  expect((await readMap(await patch('@acme/api', first))).imports['@acme/api']).toBe(first);
  const rxjs = hostPackage('rxjs/rxjs-7.8.1.min');
  expect((await readMap(await patch('rxjs', rxjs))).imports.rxjs).toBe(rxjs);
  expect(await calls.modules(token)).toContainEqual(expect.objectContaining({ module: '@npm/rxjs', version: '7.8.1' }));
  const unversioned = hostPackage('api/3fa92b7c/api');
  expect(await readError(await patch('@acme/api', unversioned))).toBe('400 package-version-missing');
  expect(await readError(await deploy('PATCH', 'services', { service: 'rxjs', url: rxjs }))).toBe('403 module-foreign');
  const map = await readMap(await calls.deploy(token, 'DELETE', 'services/@acme%2Fapi'));
  expect(map.imports).not.toHaveProperty('@acme/api');
});

test('a pipeline declares needs that the operator allows, and is warned of needs that it no longer declares', async () => {
  const warn = async (address: string, body: object) => {
    const response = await deploy('PATCH', address, body);
    expect(response.status).toBe(200);
    return response.headers.get('x-portico-warning');
  };
  const readScripts = async () => {
    const { headers } = await server.call('GET', '/', { headers: { accept: 'text/html' } });
    return /script-src [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0];
  };
  const name = '@module/hrstudium';
  const policy = { wasm: true, workers: true };
  expect(await readScripts()).not.toContain('wasm');
  expect(await warn('services', { service: name, url: addCached('needs'), policy })).toMatch(
    /does not allow hrstudium all .* block it: workers\./,
  );
  expect(await readScripts()).toContain("'wasm-unsafe-eval'");
  const body = { imports: { [name]: addCached('needs-map') }, policy: { [name]: { wasm: true } } };
  expect(await warn('import-map.json', body)).toMatch(/^hrstudium no longer declares .*: workers\./);
  expect(await warn('services', { service: name, url: addCached('needs-nothing') })).toMatch(/before: wasm\./);
});

test('needs of no module in the call, or of an unknown kind, are refused', async () => {
  const url = host.addScript('wrong-needs');
  const foreign = { imports: { '@module/smsa': url }, policy: { '@module/other': { wasm: true } } };
  expect(await readRefusal('PATCH', 'import-map.json', foreign)).toMatchObject({
    code: 'policy-unused',
    message: 'policy has @module/other, which is not in imports.',
  });
  const policy = { scripts: ['https://a.test'] };
  const requests = {
    services: { service: '@module/smsa', url, policy },
    'import-map.json': { imports: { '@module/smsa': url }, policy: { '@module/smsa': policy } },
  };
  for (const [address, body] of Object.entries(requests)) {
    expect(await readRefusal('PATCH', address, body)).toMatchObject({
      code: 'policy-invalid',
      message: expect.stringMatching(/^The needs in "policy" are wrong: policy\..*scripts: /),
    });
  }
});

test('a response has ten warnings at most: proxies refuse large headers', async () => {
  const imports = Object.fromEntries(many.map((module) => [`@module/${module}`, host.addScript(module)]));
  const response = await deploy('PATCH', 'import-map.json', { imports });
  expect(response.status).toBe(200);
  const warnings = response.headers.get('x-portico-warning') ?? '';
  expect(warnings.match(/is fetched again at every visit/g)).toHaveLength(10);
  expect(warnings).toMatch(/, 2 more in the log of the portal$/);
});

test('many and long warnings fit into a header that proxies pass on', () => {
  const many = Array.from({ length: 60 }, () => 'x'.repeat(2000));
  const shown = shortenWarnings(many);
  expect(shown).toHaveLength(11);
  expect(shown[0]).toMatch(/^x+ \.\.\.$/);
  expect(shown.at(-1)).toBe('50 more in the log of the portal');
  expect(shown.join(', ').length).toBeLessThan(4096);
});
