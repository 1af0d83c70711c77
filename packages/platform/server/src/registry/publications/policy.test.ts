import { testServer } from '../../testing/start-test-server';
import { builtModule, publishingCalls } from '../../testing/test-publishing';

const api = 'https://api.acme.test';

const modulePolicy = { '*': { connections: [api] }, orders: { wasm: true } };
const server = testServer({}, { hasShell: true, configuration: { modulePolicy } });
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock'));
});

async function readPage() {
  const response = await server.call('GET', '/', { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  const getSources = (name: string) => policy.split('; ').find((directive) => directive.startsWith(`${name} `)) ?? '';
  return { text: await response.text(), scripts: getSources('script-src'), calls: getSources('connect-src') };
}

test('pages allow what a live version declares and the operator allows, until another version is live', async () => {
  const before = await readPage();
  expect(before.text).not.toContain('modulePolicy');
  expect(before.scripts).not.toContain('wasm');
  await calls.published(token, 'orders', 'one', { policy: { wasm: true, connections: [api] } });
  const { scripts, calls: connections } = await readPage();
  expect(scripts).toContain("'wasm-unsafe-eval'");
  expect(connections).toContain(api);
  // An origin for calls brings no scripts.
  expect(scripts).not.toContain(api);
  await calls.published(token, 'orders', 'two');
  // The version to fall back to may still run.
  expect((await readPage()).scripts).toContain('wasm');
  await calls.published(token, 'orders', 'three');
  expect(await readPage()).toMatchObject({ scripts: before.scripts, calls: before.calls });
});

test('the status names what the live version needs; a publication warns of what the operator does not allow', async () => {
  const policy = { wasm: true, frames: ['https://maps.test'] };
  const response = await calls.publish(token, 'stock', builtModule('1'), { policy });
  expect(await response.json()).toMatchObject({
    policy,
    warnings: [expect.stringContaining('wasm, frames https://maps.test. Peça isso em modulePolicy.')],
  });
  const [stock] = (await calls.modules(token)).filter(({ module }) => module === 'stock');
  expect(stock).toMatchObject({ policy, refused: policy });
  expect(stock).not.toHaveProperty('warnings');
});

test('the same files with other needs are another version', async () => {
  const one = await calls.published(token, 'stock', 'same');
  const other = await calls.published(token, 'stock', 'same', { policy: { connections: [api] } });
  expect(other.version).not.toBe(one.version);
});

test.each([{ scripts: [api] }, { connections: ['https://*.acme.test'] }])('%j cannot be declared', async (policy) => {
  expect((await calls.publish(token, 'stock', builtModule('1'), { policy })).status).toBe(400);
});
