// Runs on PGlite and on PostgreSQL.
import { auditRecordListSchema } from '@portico/contract/administration';
import { versionComparisonSchema, versionPageSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls, statusIn } from '../../testing/test-publishing';

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() =>
  startTestServer({}, { configuration: { hosts: { localhost: 'smsa' }, moduleOrigins: [host.origin] } }),
);
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken(
    ...['orders', 'stock', 'bills', 'parts', 'shelves', 'letters', 'tools', 'invoices'],
  ));
});

const script = (marker: string) => `System.register([],()=>({execute(){/* ${marker} */}}));`;

/** Stores a version without making it live. */
const store = async (module: string, version: string, options: object = {}) => {
  const files = { 'module.js': script(version) };
  expect((await calls.publish(token, module, files, { version, ...options }, 'previews')).status).toBe(201);
};

const list = async (module: string, query = '') => {
  const response = await server.call('GET', `/api/publishing/modules/${module}/versions${query}`, { token });
  return v.parse(versionPageSchema, await response.json());
};

const compare = (module: string, version: string, other: string) =>
  server.call('GET', `/api/publishing/modules/${module}/versions/${version}/comparison?with=${other}`, { token });

const publishStored = (module: string, version: string, body: object = {}, caller = token) =>
  server.call('POST', `/api/publishing/modules/${module}/versions/${version}/publish`, { token: caller, body });

/** Makes a user of the demo accounts the publisher of these modules, and signs them in. */
async function signInPublisher(email: string, ...modules: string[]): Promise<string> {
  await server.operate('PUT', 'roles', { email, granted: { role: 'publisher', modules } });
  return (await server.signIn(email)).token;
}

test('stored versions are listed, the newest first, page by page', async () => {
  await calls.published(token, 'orders', 'one', { version: '1.0.0' });
  await store('orders', '1.1.0', { checked: true });
  await store('orders', '1.2.0');
  await server.operate('POST', 'modules/orders/quarantine', { version: '1.2.0' });
  const page = await list('orders', '?limit=2');
  expect(page.items).toEqual([
    expect.objectContaining({ version: '1.2.0', checked_by: 'nobody', quarantined_at: expect.any(String) }),
    expect.objectContaining({
      version: '1.1.0',
      checked_by: 'team',
      quarantined_at: null,
      files: 1,
      bytes: Buffer.byteLength(script('1.1.0')),
    }),
  ]);
  const next = await list('orders', `?after=${encodeURIComponent(page.next ?? '')}`);
  expect(next).toMatchObject({ items: [{ version: '1.0.0', files: 2 }], next: null });
  const wrong = await server.call('GET', '/api/publishing/modules/orders/versions?after=x', { token });
  expect(await readError(wrong)).toBe('400 invalid-request');
});

test('a stored version is published for all users', async () => {
  await calls.published(token, 'stock', 'one', { version: '1.0.0' });
  await store('stock', '1.1.0');
  const status = await statusIn(await publishStored('stock', '1.1.0', { reason: 'The preview was right' }));
  expect(status).toMatchObject({ version: '1.1.0', previous: '1.0.0', in_rollout: true });
  expect(await calls.getAddress('stock')).toBe('/modules/stock/1.1.0/module.js');
  const [change] = await calls.history(token, '?module=stock');
  expect(change).toMatchObject({ action: 'publish', from: '1.0.0', to: '1.1.0', reason: 'The preview was right' });
  expect(await readError(await publishStored('stock', '9.9.9'))).toBe('404 version-unknown');
  await server.operate('POST', 'modules/stock/quarantine', { version: '1.0.0' });
  expect(await readError(await publishStored('stock', '1.0.0'))).toBe('409 version-quarantined');
});

test('a stored version whose imports are gone is refused, as its publication would be', async () => {
  const { token: own } = await calls.createToken('@acme/rows', 'sheets');
  const rows = { 'module.js': 'export const rows = 1;' };
  await statusIn(await calls.publish(own, encodeURIComponent('@acme/rows'), rows, { version: '1.0.0' }));
  const sheet = { 'module.js': "import '@acme/rows'; export const mount = () => {};" };
  const options = { version: '1', shared: { '@acme/rows': '^1' } };
  expect((await calls.publish(own, 'sheets', sheet, options, 'previews')).status).toBe(201);
  await server.operate('POST', 'modules/%40acme%2Frows/quarantine', { version: '1.0.0' });
  expect(await readError(await publishStored('sheets', '1', {}, own))).toBe('409 package-missing');
});

test('two publishers at once: the second hears who changed what, and then decides', async () => {
  await calls.published(token, 'bills', 'one', { version: '1.0.0' });
  await store('bills', '1.1.0');
  await store('bills', '1.2.0');
  const [one, other] = [
    await signInPublisher('bruno@portico.test', 'bills'),
    await signInPublisher('carla@portico.test', 'bills'),
  ];
  const [status] = await calls.modules(one);
  expect(status).toMatchObject({ module: 'bills', revision: expect.any(Number) });
  const seen = status?.revision;
  expect((await publishStored('bills', '1.1.0', { seen }, one)).status).toBe(200);
  for (const [action, body] of [
    ['versions/1.2.0/publish', {}],
    ['rollback', {}],
    ['promote', {}],
    ['withdraw', {}],
  ] as const) {
    const refused = await calls.post(other, 'bills', action, { ...body, seen });
    expect(refused.status).toBe(409);
    const { code, message } = v.parse(v.object({ code: v.string(), message: v.string() }), await refused.json());
    expect([action, code]).toEqual([action, 'module-changed']);
    expect(message).toMatch(/bruno@portico\.test .*publish: 1\.0\.0 → 1\.1\.0/);
  }
  const [now] = await calls.modules(other);
  expect((await publishStored('bills', '1.2.0', { seen: now?.revision }, other)).status).toBe(200);
  const records = await server.operate('GET', 'audit?actor=carla@portico.test&action=publish');
  expect(v.parse(auditRecordListSchema, await records.json())).toMatchObject([
    { actor: { kind: 'user', name: 'carla@portico.test' }, target: 'bills' },
  ]);
});

test('a publisher sees the modules of their role only', async () => {
  const person = await signInPublisher('dora@portico.test', 'bills', 'never-published');
  const keys = async (caller: string, query = '') => {
    const response = await server.call('GET', `/api/publishing/modules${query}`, { token: caller });
    return v.parse(v.array(v.object({ module: v.string() })), await response.json()).map(({ module }) => module);
  };
  expect(await keys(person)).toEqual(['bills', 'never-published']);
  expect(await keys(person, '?module=stock')).toEqual([]);
  expect(await keys(token, '?module=stock')).toEqual(['stock']);
  expect(await keys(server.operatorKey)).toContain('stock');
  const changed = new Set((await calls.history(person)).map(({ module }) => module));
  expect([...changed]).toEqual(['bills']);
  expect(await calls.history(person, '?module=stock')).toEqual([]);
});

test('two versions are compared by their files, sizes, policy and types', async () => {
  const publish = (version: string, files: Record<string, string>, policy: object) =>
    calls.publish(token, 'parts', files, { version, policy });
  const [old, fresh] = [script('old'), script('fresh')];
  await publish('1', { 'module.js': old, 'same.css': 'a{}', 'old.js': '1', 'types.d.ts': 'one;\nboth;\n' }, {});
  await publish(
    '2',
    { 'module.js': fresh, 'same.css': 'a{}', 'new.js': '22', 'types.d.ts': 'both;\ntwo;\ntwo;\n' },
    { workers: true },
  );
  const response = await compare('parts', '2', '1');
  expect(v.parse(versionComparisonSchema, await response.json())).toEqual({
    files: [
      { name: 'module.js', change: 'changed', before: old.length, after: fresh.length },
      { name: 'new.js', change: 'added', before: null, after: 2 },
      { name: 'old.js', change: 'removed', before: 1, after: null },
      { name: 'types.d.ts', change: 'changed', before: 11, after: 16 },
    ],
    unchanged: 1,
    before: old.length + 3 + 1 + 11,
    after: fresh.length + 3 + 2 + 16,
    policy: { before: {}, after: { workers: true } },
    types: { added: ['two;', 'two;'], removed: ['one;'] },
  });
  expect(await readError(await compare('parts', '2', '3'))).toBe('404 version-unknown');
});

test('versions on the host of a team are compared without sizes', async () => {
  for (const version of ['1', '2']) {
    host.files.set(`/shelves/${version}/module.js`, { content: script(version) });
    host.files.set(`/shelves/${version}/types.d.ts`, { content: version });
    const name = `@module/shelves`;
    const url = `${host.origin}/shelves/${version}/module.js`;
    expect((await calls.deploy(token, 'PATCH', 'services', { service: name, url })).status).toBe(200);
  }
  const { items } = await list('shelves');
  expect(items).toMatchObject([
    { files: 1, bytes: null },
    { files: 1, bytes: null },
  ]);
  const [next, former] = items.map(({ version }) => version);
  const found = await compare('shelves', next ?? '', former ?? '');
  expect(v.parse(versionComparisonSchema, await found.json())).toMatchObject({
    files: [{ name: 'module.js', change: 'changed', before: null, after: null }],
    before: null,
    types: null,
  });
});

describe('quarantine', () => {
  const quarantine = (module: string, version: string, key = server.operatorKey) =>
    server.call('POST', `/api/operator/modules/${module}/quarantine`, {
      token: key,
      body: { version, reason: 'Stolen' },
    });

  const getFile = (address: string | undefined, headers = {}) => server.call('GET', address ?? '/none', { headers });

  const publishNamed = (module: string, version: string, options: object = {}) =>
    calls.published(token, module, version, { version, ...options });

  test('a live version is replaced by the one before, and never served again at any address', async () => {
    for (const version of ['1', '2', '3']) await publishNamed('letters', version);
    const address = await calls.getAddress('letters');
    const entityTag = (await getFile(address)).headers.get('etag') ?? '';
    const status = await statusIn(await quarantine('letters', '3'));
    expect(status).toMatchObject({ version: '2', previous: '1', in_rollout: false });
    expect(await calls.getAddress('letters')).toBe('/modules/letters/2/module.js');
    for (const headers of [{}, { 'if-none-match': entityTag }]) {
      const response = await getFile(address, headers);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await readError(response)).toBe('410 version-quarantined');
    }
    const refused = '409 version-quarantined';
    for (const options of [{}, { audience: { percent: 50 } }]) {
      const again = await calls.publish(token, 'letters', builtModule('3'), { version: '3', ...options });
      expect(await readError(again)).toBe(refused);
    }
    expect(await readError(await calls.post(token, 'letters', 'rollback', { version: '3' }))).toBe(refused);
    await publishNamed('letters', '4');
    expect(await calls.changed(token, 'letters', 'rollback')).toMatchObject({ version: '2', previous: '1' });
    const [, , change] = await calls.history(token, '?module=letters');
    expect(change).toMatchObject({ action: 'quarantine', from: '3', to: '2', reason: 'Stolen', by: 'operator' });
  });

  test('canaries and earlier versions leave the map and the list of rollbacks', async () => {
    for (const version of ['1', '2']) await publishNamed('tools', version);
    await publishNamed('tools', '3', { audience: { percent: 99 } });
    expect(await statusIn(await quarantine('tools', '3'))).toMatchObject({ version: '2', canary: null });
    expect(await readError(await calls.post(token, 'tools', 'promote'))).toBe('409 no-canary');
    const status = await statusIn(await quarantine('tools', '1'));
    expect([status.version, status.previous]).toEqual(['2', null]);
    // Nothing is left: the build does not have the module.
    expect(await statusIn(await quarantine('tools', '2'))).toMatchObject({ address: null, canary: null });
    expect(await calls.getAddress('tools')).toBeUndefined();
    const { length } = await calls.history(token, '?module=tools');
    expect((await quarantine('tools', '2')).status).toBe(200);
    expect(await calls.history(token, '?module=tools')).toHaveLength(length);
  });

  test('the address of a team’s host is refused, also by the API of import-map-deployer', async () => {
    host.files.set('/invoices/1/app.js', { content: 'System.register([], () => ({}));' });
    const body = { service: '@module/invoices', url: `${host.origin}/invoices/1/app.js` };
    const deploy = () => calls.deploy(token, 'PATCH', 'services', body);
    expect((await deploy()).status).toBe(200);
    const [invoices] = (await calls.modules(token)).filter(({ module }) => module === 'invoices');
    await quarantine('invoices', invoices?.version ?? '');
    expect(await calls.getAddress('invoices')).toBeUndefined();
    expect(await readError(await deploy())).toBe('409 version-quarantined');
    await server.operate('POST', 'addresses/release', { address: `${host.origin}/invoices/1/app.js` });
    expect(await readError(await deploy())).toBe('409 version-quarantined');
  });

  test('only the operator puts a version into quarantine, and only a published one', async () => {
    expect(await readError(await quarantine('letters', '2', token))).toBe('401 operator-key-wrong');
    expect(await readError(await quarantine('letters', 'none'))).toBe('404 version-unknown');
  });
});
