// Runs on PGlite and on PostgreSQL.
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { computeDigest, publishingCalls } from '../../testing/test-publishing';

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => startTestServer({}, { configuration: { moduleOrigins: [host.origin] } }));
const calls = publishingCalls(server);
let evil: string;
beforeAll(async () => {
  ({ token: evil } = await calls.createToken('evil'));
});

/** Publishes one address, as a pipeline does. */
function patch(token: string, module: string, address: string, content = address): Promise<Response> {
  host.files.set(address, { content: `"${content}"` });
  return calls.deploy(token, 'PATCH', 'services', { service: `@module/${module}`, url: host.origin + address });
}

/** Publishes a folder, as `portico publish --url` does. */
function publish(token: string, module: string, at: string, content: string, shared = {}): Promise<Response> {
  host.files.set(`${at}app.js`, { content });
  const files = [{ name: 'app.js', digest: computeDigest(content) }];
  return calls.post(token, module, 'versions', { entry: 'app.js', files, url: host.origin + at, shared });
}

const release = (address: string, token = server.operatorKey) =>
  server.call('POST', '/api/operator/addresses/release', { token, body: { address: host.origin + address } });

test('a team cannot publish in the folder of another module, whose key may come from a token or an application', async () => {
  await calls.createToken('orders');
  for (const address of ['/orders/1/app.js', '/teams/orders/app.js', '/smsa/9/app.js', '/welcome/evil/app.js']) {
    expect([address, await readError(await patch(evil, 'evil', address))]).toEqual([address, '409 address-foreign']);
  }
  expect(await readError(await publish(evil, 'evil', '/orders/1/', '1'))).toBe('409 address-foreign');
  expect((await patch(evil, 'evil', '/evil/orders/3/app.js')).status).toBe(200);
  expect((await patch(evil, 'evil', '/orders-1.0.0.js')).status).toBe(200);
});

test('a team of both modules publishes one in the folder of the other, and so does the operator', async () => {
  const { token } = await calls.createToken('sales', 'sales-lists');
  expect((await patch(token, 'sales-lists', '/sales/1/lists/app.js')).status).toBe(200);
  expect((await patch(server.operatorKey, 'evil', '/sales/1/evil.js')).status).toBe(200);
});

test('an earlier publication of another team in the folder of a module does not block its owner', async () => {
  expect((await patch(evil, 'evil', '/evil/2/app.js')).status).toBe(200);
  expect((await publish(evil, 'evil', '/stock/1/', 'before')).status).toBe(201);
  const { token } = await calls.createToken('stock');
  expect((await publish(token, 'stock', '/stock/1/', 'after')).status).toBe(201);
  const { imports } = await calls.readMap();
  expect(imports).toMatchObject({
    '@module/stock': `${host.origin}/stock/1/app.js`,
    '@module/evil': `${host.origin}/evil/2/app.js`,
  });
  const [, change] = await calls.history(token, '?limit=2');
  expect(change).toMatchObject({
    module: 'evil',
    action: 'release',
    reason: expect.stringContaining('its own folder'),
  });
  expect((await calls.post(evil, 'evil', 'rollback', { version: change?.from })).status).toBe(404);
});

test('the operator releases an address that the wrong module holds', async () => {
  const { token } = await calls.createToken('news');
  expect((await patch(evil, 'evil', '/shared/1/app.js')).status).toBe(200);
  expect(await readError(await patch(token, 'news', '/shared/1/app.js'))).toBe('409 address-foreign');
  expect((await release('/shared/1/app.js', token)).status).toBe(401);
  expect(await (await release('/shared/')).json()).toEqual({ modules: ['evil'] });
  expect((await patch(token, 'news', '/shared/1/app.js')).status).toBe(200);
  expect(await (await release('/nothing/')).json()).toEqual({ modules: [] });
  const [, change] = await calls.history(token, '?limit=2');
  expect(change).toMatchObject({ module: 'evil', action: 'release', by: 'operator' });
});

describe('a team that publishes among the files of another module', () => {
  const styleguide = '@acme/styleguide';
  const shared = { [styleguide]: '^1' };
  beforeAll(async () => {
    const { token } = await calls.createToken(styleguide);
    for (const version of ['1.0.0', '2.0.0']) {
      const files = { 'module.js': `export const version = '${version}';` };
      await calls.publish(token, encodeURIComponent(styleguide), files, { version });
    }
  });

  test('cannot choose the packages of that module', async () => {
    const { token } = await calls.createToken('bills');
    expect((await patch(token, 'bills', '/b/1.0.0/bills.js')).status).toBe(200);
    // No version names these chunks.
    for (const folder of ['/b/1.0.0/', '/b/1.0.0/chunks/']) {
      expect([folder, await readError(await publish(evil, 'evil', folder, 'chunk', shared))]).toEqual([
        folder,
        '409 address-foreign',
      ]);
    }
    expect(await readError(await patch(evil, 'evil', '/b/1.0.0/chunk.js'))).toBe('409 address-foreign');
    const files = ['/e/0.9.0/app.js', '/b/1.0.0/chunk.js'].map((name) => {
      host.files.set(name, { content: '0' });
      return { name: name.slice(1), digest: computeDigest('0') };
    });
    const mixed = { entry: 'e/0.9.0/app.js', files, url: `${host.origin}/` };
    expect(await readError(await calls.post(evil, 'evil', 'versions', mixed))).toBe('409 address-foreign');
    expect((await calls.readMap()).scopes).toBeUndefined();
    expect((await publish(evil, 'evil', '/e/1.0.0/', 'own', shared)).status).toBe(201);
    // The scope is the file alone.
    const { imports, scopes } = await calls.readMap();
    expect(scopes).toEqual({
      [`${host.origin}/e/1.0.0/app.js`]: { [styleguide]: expect.stringContaining('/1.0.0/module.js') },
    });
    expect(imports[styleguide]).toContain('/2.0.0/module.js');
  });

  test('before that module is refused too, but deleted in the folder of its key', async () => {
    expect((await publish(evil, 'evil', '/c/2.0.0/chunks/', 'early', shared)).status).toBe(201);
    expect((await publish(evil, 'evil', '/coupons/2.0.0/chunks/', 'early', shared)).status).toBe(201);
    const { token } = await calls.createToken('coupons');
    expect(await readError(await patch(token, 'coupons', '/c/2.0.0/coupons.js'))).toBe('409 address-foreign');
    expect((await patch(token, 'coupons', '/coupons/2.0.0/coupons.js')).status).toBe(200);
    const [, change] = await calls.history(token, '?limit=2');
    expect(change).toMatchObject({ module: 'evil', action: 'release' });
    expect(Object.keys((await calls.readMap()).scopes ?? {}).join()).not.toContain('/coupons/');
  });
});
