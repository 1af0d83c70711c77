import { createHash } from 'node:crypto';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { computeDigest, publishingCalls } from '../../testing/test-publishing';

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => {
  const imports = {
    react: '/@portico/react.js',
    'parts/': `${host.origin}/parts/`,
    '@module/welcome': `${host.origin}/other/../welcome/app.js`,
    '@module/evil': `${host.origin}/evil/app.js`,
  };
  const integrity = { [`${host.origin}/welcome/chunk.js`]: toIntegrity('chunk') };
  const configuration = { moduleOrigins: [host.origin] };
  return startTestServer({}, { configuration, importMap: { imports, integrity } });
});
const calls = publishingCalls(server);
let evil: string;
let orders: string;
beforeAll(async () => {
  ({ token: evil } = await calls.createToken('evil'));
  ({ token: orders } = await calls.createToken('orders', 'welcome'));
});

const toIntegrity = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Publishes one address, as a pipeline does. */
const patch = (token: string, module: string, address: string) =>
  calls.deploy(token, 'PATCH', 'services', { service: `@module/${module}`, url: host.origin + address });

/** Publishes a folder, as `portico publish --url` does. */
function publish(token: string, module: string, at: string, files: Record<string, string>): Promise<Response> {
  for (const [name, content] of Object.entries(files)) host.files.set(at + name, { content });
  const named = Object.entries(files).map(([name, content]) => ({ name, digest: computeDigest(content) }));
  return calls.post(token, module, 'versions', { entry: 'app.js', files: named, url: host.origin + at });
}

test('an address that the build uses for another name is refused, in any spelling', async () => {
  const before = await calls.readMap();
  for (const address of ['/welcome/app.js', '/@portico/react.js', '/parts/any/part.js']) {
    host.files.set(address, { content: 'other' });
    const response = await patch(evil, 'evil', address);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'address-foreign',
      message: expect.stringContaining(host.origin + address),
    });
  }
  // The integrity of a chunk is pinned as well.
  const files = { 'app.js': 'mine', 'welcome/chunk.js': 'newer' };
  expect(await readError(await publish(evil, 'evil', '/', files))).toBe('409 address-foreign');
  expect(await calls.readMap()).toEqual(before);
  expect(await calls.history(evil)).toEqual([]);
});

test('the module of the build may publish at its own address', async () => {
  host.files.set('/evil/app.js', { content: 'own' });
  expect((await patch(evil, 'evil', '/evil/app.js')).status).toBe(200);
  expect((await publish(orders, 'welcome', '/welcome/', { 'app.js': 'own', 'chunk.js': 'chunk' })).status).toBe(201);
});

test('an address of another module is refused, with the same or other content, and for a team of both', async () => {
  expect((await publish(orders, 'orders', '/orders/1/', { 'app.js': 'first', 'chunk.js': 'part' })).status).toBe(201);
  // A rollback may need an earlier version.
  expect((await publish(orders, 'orders', '/orders/2/', { 'app.js': 'second' })).status).toBe(201);
  const before = await calls.readMap();
  for (const address of ['/orders/1/app.js', '/orders/1/chunk.js']) {
    expect(await readError(await patch(evil, 'evil', address))).toBe('409 address-foreign');
    expect(await readError(await patch(orders, 'welcome', address))).toBe('409 address-foreign');
    host.files.set(address, { content: 'newer' });
    expect(await readError(await patch(evil, 'evil', address))).toBe('409 address-foreign');
  }
  expect(await readError(await patch(orders, 'orders', '/orders/1/app.js'))).toBe('409 address-changed');
  const nested = { 'app.js': 'mine', '1/app.js': 'newer' };
  expect(await readError(await publish(evil, 'evil', '/orders/', nested))).toBe('409 address-foreign');
  expect(await calls.readMap()).toEqual(before);
});

test('two modules of one call cannot share an address', async () => {
  const { token } = await calls.createToken('one', 'two');
  host.files.set('/1/shared.js', { content: 'shared' });
  const url = `${host.origin}/1/shared.js`;
  const headers = { authorization: `Basic ${btoa(`ci:${token}`)}` };
  const body = JSON.stringify({ imports: { '@module/one': url, '@module/two': url } });
  const response = await server.call('PATCH', '/deployer/import-map.json', { headers, body });
  expect(await readError(response)).toBe('409 address-foreign');
  expect((await calls.readMap()).imports).not.toHaveProperty('@module/one');
});
