import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls, statusIn } from '../../testing/test-publishing';

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => startTestServer({}, { configuration: { moduleOrigins: [host.origin] } }));
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock', 'bills'));
});

const quarantine = (module: string, version: string, key = server.operatorKey) =>
  server.call('POST', `/api/operator/modules/${module}/quarantine`, {
    token: key,
    body: { version, reason: 'Stolen' },
  });

const getFile = (address: string | undefined, headers = {}) => server.call('GET', address ?? '/none', { headers });

const publishNamed = (module: string, version: string, options: object = {}) =>
  calls.published(token, module, version, { version, ...options });

test('a live version is replaced by the one before, and never served again at any address', async () => {
  for (const version of ['1', '2', '3']) await publishNamed('orders', version);
  const address = await calls.getAddress('orders');
  const entityTag = (await getFile(address)).headers.get('etag') ?? '';
  const status = await statusIn(await quarantine('orders', '3'));
  expect(status).toMatchObject({ version: '2', previous: '1', in_rollout: false });
  expect(await calls.getAddress('orders')).toBe('/modules/orders/2/module.js');
  for (const headers of [{}, { 'if-none-match': entityTag }]) {
    const response = await getFile(address, headers);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await readError(response)).toBe('410 version-quarantined');
  }
  const refused = '409 version-quarantined';
  for (const options of [{}, { audience: { percent: 50 } }]) {
    const again = await calls.publish(token, 'orders', builtModule('3'), { version: '3', ...options });
    expect(await readError(again)).toBe(refused);
  }
  expect(await readError(await calls.post(token, 'orders', 'rollback', { version: '3' }))).toBe(refused);
  await publishNamed('orders', '4');
  expect(await calls.changed(token, 'orders', 'rollback')).toMatchObject({ version: '2', previous: '1' });
  const [, , change] = await calls.history(token, '?module=orders');
  expect(change).toMatchObject({ action: 'quarantine', from: '3', to: '2', reason: 'Stolen', by: 'operator' });
});

test('canaries and earlier versions leave the map and the list of rollbacks', async () => {
  for (const version of ['1', '2']) await publishNamed('stock', version);
  await publishNamed('stock', '3', { audience: { percent: 99 } });
  expect(await statusIn(await quarantine('stock', '3'))).toMatchObject({ version: '2', canary: null });
  expect(await readError(await calls.post(token, 'stock', 'promote'))).toBe('409 no-canary');
  const status = await statusIn(await quarantine('stock', '1'));
  expect([status.version, status.previous]).toEqual(['2', null]);
  // Nothing is left: the build does not have the module.
  expect(await statusIn(await quarantine('stock', '2'))).toMatchObject({ address: null, canary: null });
  expect(await calls.getAddress('stock')).toBeUndefined();
  const { length } = await calls.history(token, '?module=stock');
  expect((await quarantine('stock', '2')).status).toBe(200);
  expect(await calls.history(token, '?module=stock')).toHaveLength(length);
});

test('the address of a team’s host is refused, also by the API of import-map-deployer', async () => {
  host.files.set('/bills/1/app.js', { content: 'System.register([], () => ({}));' });
  const body = { service: '@module/bills', url: `${host.origin}/bills/1/app.js` };
  const deploy = () => calls.deploy(token, 'PATCH', 'services', body);
  expect((await deploy()).status).toBe(200);
  const [bills] = (await calls.modules(token)).filter(({ module }) => module === 'bills');
  await quarantine('bills', bills?.version ?? '');
  expect(await calls.getAddress('bills')).toBeUndefined();
  expect(await readError(await deploy())).toBe('409 version-quarantined');
  await server.operate('POST', 'addresses/release', { address: `${host.origin}/bills/1/app.js` });
  expect(await readError(await deploy())).toBe('409 version-quarantined');
});

test('only the operator puts a version into quarantine, and only a published one', async () => {
  expect(await readError(await quarantine('orders', '2', token))).toBe('401 operator-key-wrong');
  expect(await readError(await quarantine('orders', 'none'))).toBe('404 version-unknown');
});
