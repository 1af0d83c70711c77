// Runs on PGlite and on PostgreSQL.
import { createHash } from 'node:crypto';
import { type TestServer, testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, computeDigest, publishingCalls, statusIn } from '../../testing/test-publishing';
import { createLiveImportMap } from '../live-map/live-import-map';
import { isInAudience } from '../live-map/resolve-module';

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock', 'bills', 'welcome', 'parts'));
});

/** The map of a page of one module, with what it preloads. */
const getMap = ({ database, now }: TestServer, module: string) =>
  createLiveImportMap(database, now, 24, async () => ({
    imports: {},
    integrity: {},
    rollouts: {},
    entries: {},
  })).getMap({
    modules: new Set([module]),
  });

test('a module is published twice and rolled back in one step', async () => {
  expect(await calls.getAddress('orders')).toBeUndefined();
  const first = await calls.published(token, 'orders', 'one', { reason: 'The first one' });
  expect(first).toMatchObject({
    module: 'orders',
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
    address: `/modules/orders/${first.version}/module.js`,
    in_rollout: false,
    previous: null,
    canary: null,
  });
  const map = await calls.readMap();
  expect(map.imports['@module/orders']).toBe(first.address);
  for (const [name, content] of Object.entries(builtModule('one'))) {
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    expect(map.integrity[`/modules/orders/${first.version}/${name}`]).toBe(integrity);
  }
  // There is nothing to fall back to.
  expect(map.rollouts).toEqual({});

  const second = await calls.published(token, 'orders', 'two', { version: '2.0.0', from: first.version });
  expect(second).toMatchObject({ version: '2.0.0', in_rollout: true, previous: first.version });
  const rollout = await calls.readMap();
  expect(rollout.rollouts).toEqual({ '@module/orders': { version: '2.0.0', fallback: first.address } });
  expect(rollout.integrity[first.address ?? '']).toMatch(/^sha384-/);

  const back = await calls.changed(token, 'orders', 'rollback', { reason: 'It was slow' });
  expect(back).toMatchObject({ version: first.version, in_rollout: false, previous: null });
  expect((await calls.readMap()).rollouts).toEqual({});
  expect(await calls.getAddress('orders')).toBe(first.address);

  expect(await calls.history(token, '?module=orders')).toMatchObject([
    { revision: 3, action: 'rollback', from: '2.0.0', to: first.version, reason: 'It was slow', audience: null },
    { revision: 2, action: 'publish', from: first.version, to: '2.0.0', reason: '' },
    {
      revision: 1,
      action: 'publish',
      from: null,
      to: first.version,
      module: 'orders',
      by: expect.stringMatching(/^Test \([0-9a-f]{8}\)$/),
      reason: 'The first one',
    },
  ]);
  expect((await calls.history(token, '?before=3&limit=1')).map(({ revision }) => revision)).toEqual([2]);
});

test('a federation is published by its manifest, which names its container and what pages preload', async () => {
  const { token: own } = await calls.createToken('shop');
  const manifest = (remoteEntry: string) =>
    JSON.stringify({
      metaData: { globalName: 'shop_front', remoteEntry: { name: remoteEntry, path: '', type: 'global' } },
      exposes: [{ path: './Shop', assets: { js: { sync: ['shop.js'] } } }],
    });
  const files = (name: string) => ({
    'mf-manifest.json': manifest(name),
    'remoteEntry.js': 'var shop_front;',
    'shop.js': '1',
  });
  const entry = { entry: 'mf-manifest.json' };
  const { address } = await statusIn(await calls.publish(own, 'shop', files('remoteEntry.js'), entry));
  expect(address).toMatch(/\/remoteEntry\.js$/);
  const details = { expose: './Shop', global: 'shop_front' };
  expect((await calls.readMap()).entries).toMatchObject({ [address ?? '']: details });
  const { preloads } = await getMap(server, 'shop');
  expect(preloads).toEqual({ '@module/shop': [address?.replace('remoteEntry.js', 'shop.js')] });
  expect(await readError(await calls.publish(own, 'shop', files('absent.js'), entry))).toBe('400 file-not-sent');
  const empty = { ...files('remoteEntry.js'), 'mf-manifest.json': '{}' };
  expect(await readError(await calls.publish(own, 'shop', empty, entry))).toBe('400 manifest-invalid');
  const large = { ...files('remoteEntry.js'), 'mf-manifest.json': '['.repeat(600 * 1024) };
  const refusal = await calls.publish(own, 'shop', large, entry);
  expect(await refusal.text()).toContain('It has more than 512 KB.');
});

test('the map says which entries are ES modules, also of the version to fall back to', async () => {
  const { token: own } = await calls.createToken('vite');
  const publish = async (source: string) => statusIn(await calls.publish(own, 'vite', { 'module.js': source }));
  const first = await publish('export const mount = () => {};');
  const entries = { [first.address ?? '']: { form: 'es-module' } };
  expect((await calls.readMap()).entries).toMatchObject(entries);
  const second = await publish('System.register([], () => ({ execute() {} }));');
  expect(await calls.readMap()).toMatchObject({ imports: { '@module/vite': second.address }, entries });
});

test('the map says which style sheets an entry needs, and other ones are another version', async () => {
  const { token: own } = await calls.createToken('styled');
  const files = { 'module.js': 'System.register([], () => ({ execute() {} }));', 'a.css': 'a{}', 'b.css': 'b{}' };
  const publish = async (styles: string[]) => statusIn(await calls.publish(own, 'styled', files, { styles }));
  const first = await publish(['a.css']);
  const folder = first.address?.replace('module.js', '');
  expect((await calls.readMap()).entries[first.address ?? '']).toEqual({ styles: [`${folder}a.css`] });
  expect((await publish(['b.css', 'a.css'])).version).not.toBe(first.version);
  const missing = await calls.publish(own, 'styled', files, { styles: ['c.css'] });
  expect(missing.status).toBe(400);
});

test('publishing the live version adds no entry to the history', async () => {
  const first = await calls.published(token, 'stock', 'same');
  const records = (await calls.history(token)).length;
  expect(await calls.published(token, 'stock', 'same')).toEqual(first);
  expect(await calls.published(token, 'stock', 'same', { audience: { percent: 10 }, from: 'other' })).toEqual(first);
  expect(await calls.history(token)).toHaveLength(records);
});

test('status and history say who has checked a version', async () => {
  const { token } = await calls.createToken('checks');
  expect(await calls.published(token, 'checks', 'one', { version: '1' })).toMatchObject({ checked_by: 'nobody' });
  expect(await calls.published(token, 'checks', 'one', { version: '1', checked: true })).toMatchObject({
    checked_by: 'team',
  });
  // A check is not forgotten.
  expect(await calls.published(token, 'checks', 'one', { version: '1' })).toMatchObject({ checked_by: 'team' });
  const status = await calls.published(token, 'checks', 'two', { version: '2', audience: { percent: 10 } });
  expect(status).toMatchObject({ checked_by: 'team', canary: { checked_by: 'nobody' } });
  expect(await calls.history(token, '?module=checks')).toMatchObject([
    { to: '2', checked_by: 'nobody' },
    { to: '1', checked_by: 'team' },
  ]);
  const statuses = await calls.modules(token);
  expect(statuses.find(({ module }) => module === 'welcome')).not.toHaveProperty('checked_by');
});

test('a version is in rollout for as long as the operator says', async () => {
  await calls.published(token, 'stock', 'before', { version: 'before' });
  expect(await calls.published(token, 'stock', 'tried', { version: 'tried' })).toMatchObject({ in_rollout: true });
  server.passSeconds(24 * 3600 - 60);
  expect((await calls.readMap()).rollouts['@module/stock']).toMatchObject({ version: 'tried' });
  server.passSeconds(60);
  expect((await calls.readMap()).rollouts).toEqual({});
});

test('a rollback to a given version drops the later ones', async () => {
  for (const version of ['1', '2', '3']) await calls.published(token, 'bills', version, { version });
  expect(await calls.changed(token, 'bills', 'rollback', { version: '1' })).toMatchObject({
    version: '1',
    previous: null,
  });
  expect(await calls.changed(token, 'bills', 'rollback', { version: '3' })).toMatchObject({ version: '3' });
  expect(await calls.changed(token, 'bills', 'rollback')).toMatchObject({ version: null, address: null });
  expect(await calls.getAddress('bills')).toBeUndefined();
});

test('a module of the build is replaced, and a rollback restores it', async () => {
  const address = '/example/welcome.js';
  expect(await calls.getAddress('welcome')).toBe(address);
  const status = await calls.published(token, 'welcome', 'published');
  expect((await calls.readMap()).rollouts).toEqual({
    '@module/welcome': { version: status.version, fallback: address },
  });
  expect(await calls.changed(token, 'welcome', 'rollback')).toMatchObject({ version: null, address });
  expect(await calls.getAddress('welcome')).toBe(address);
});

describe('a canary', () => {
  const here = { tenants: ['smsa'] };
  const elsewhere = { tenants: ['finouro'] };

  test('for a tenant is for its users until it is promoted', async () => {
    const live = await calls.published(token, 'parts', 'live', { version: 'live' });
    const status = await calls.published(token, 'parts', 'new', { version: 'new', audience: here });
    const address = '/modules/parts/new/module.js';
    expect(status).toMatchObject({ version: 'live', canary: { version: 'new', address, audience: here } });
    // `localhost` is the host of smsa.
    expect(await calls.getAddress('parts')).toBe(address);
    expect((await calls.readMap()).rollouts).toEqual({
      '@module/parts': { version: 'new', fallback: live.address },
    });
    await calls.published(token, 'parts', 'new', { version: 'new', audience: elsewhere });
    expect(await calls.getAddress('parts')).toBe(live.address);

    expect(await calls.changed(token, 'parts', 'promote')).toMatchObject({ version: 'new', canary: null });
    expect(await calls.getAddress('parts')).toBe(address);
    expect(await calls.history(token, '?module=parts&limit=3')).toMatchObject([
      { action: 'promote', from: 'live', to: 'new', audience: null },
      { action: 'canary', from: 'live', to: 'new', audience: elsewhere },
      { action: 'canary', from: 'live', to: 'new', audience: here },
    ]);
  });

  test('by percentage keeps its users when it grows, and ends when it is withdrawn', async () => {
    const live = await calls.getAddress('parts');
    const cohorts = Array.from({ length: 200 }, (_, number) => number * 50);
    const whoGets = async (address: string) => {
      const found = await Promise.all(cohorts.map((cohort) => calls.getAddress('parts', cohort)));
      return cohorts.filter((_, position) => found[position] === address);
    };
    const address = '/modules/parts/next/module.js';
    await calls.published(token, 'parts', 'next', { version: 'next', audience: { percent: 10 } });
    const few = await whoGets(address);
    expect(few).toEqual(cohorts.filter((cohort) => isInAudience({ percent: 10 }, 'parts', { cohort })));
    expect(await calls.getAddress('parts')).toBe(live);

    await calls.published(token, 'parts', 'next', { version: 'next', audience: { percent: 40 } });
    const more = await whoGets(address);
    expect(few.length).toBeGreaterThan(0);
    expect(more.length).toBeGreaterThan(few.length);
    expect(few.every((cohort) => more.includes(cohort))).toBe(true);

    expect(await calls.changed(token, 'parts', 'withdraw')).toMatchObject({ version: 'new', canary: null });
    expect(await whoGets(address)).toEqual([]);
  });

  test("is chosen by the cohort in the user's cookie", async () => {
    await calls.published(token, 'parts', 'next', { version: 'next', audience: { percent: 99 } });
    const { headers } = await server.call('POST', '/api/auth', {
      body: { email: 'ana@portico.test', password: 'portico-demo' },
    });
    const cookie = headers.getSetCookie().find((header) => header.startsWith('portico-session=')) ?? '';
    const cohort = Number(/=c(\d+);/.exec(cookie)?.[1]);
    const expected = isInAudience({ percent: 99 }, 'parts', { cohort }) ? 'next' : 'new';
    expect(await calls.getAddress('parts', cohort)).toBe(`/modules/parts/${expected}/module.js`);
    await calls.changed(token, 'parts', 'withdraw');
  });
});

test('a canary of a tenant that does not exist is refused', async () => {
  const audience = { tenants: ['smsa', 'nowhere'] };
  const answer = await calls.publish(token, 'parts', builtModule('lost'), { version: 'lost', audience });
  expect(await readError(answer)).toBe('400 tenant-unknown');
});

test('the status lists every module, also those of the build', async () => {
  const statuses = await calls.modules(token);
  const names = statuses.map(({ module }) => module);
  expect(names).toEqual([...names].sort());
  expect(names).toContain('orders');
  expect(statuses.find(({ module }) => module === 'welcome')).toMatchObject({
    version: null,
    address: '/example/welcome.js',
    in_rollout: false,
  });
});

test('stored contents are not sent again', async () => {
  const digests = ['sent before', 'never sent'].map(computeDigest);
  await calls.upload(token, 'orders', 'sent before');
  const response = await calls.post(token, 'stock', 'missing-files', { digests });
  expect(await response.json()).toEqual({ digests: [digests[1]] });
});
