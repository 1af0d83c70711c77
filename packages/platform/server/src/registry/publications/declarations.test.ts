import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';

const api = 'https://api.acme.test';

const modulePolicy = { '*': { connections: [api] }, orders: { wasm: true } };
const server = testServer({}, { hasShell: true, configuration: { modulePolicy } });
const calls = publishingCalls(server);

const navigation = [{ title: { pt: 'Equipes', en: 'Teams' }, path: '/people/teams' }];

test('what a version declares is live, and is rolled back, with it', async () => {
  const { token } = await calls.createToken('people');
  const read = async () => {
    const { entries, imports } = await calls.readMap();
    return entries[imports['@module/people'] ?? '']?.declarations;
  };
  await calls.published(token, 'people', 'one', { version: '1.0.0' });
  expect(await read()).toBeUndefined();
  await calls.published(token, 'people', 'two', { version: '2.0.0', declarations: { navigation } });
  expect(await read()).toEqual({ navigation });
  await calls.changed(token, 'people', 'rollback');
  expect(await read()).toBeUndefined();
  // The same files with other declarations are another version, also in its name.
  const other = await calls.published(token, 'people', 'two');
  const declared = await calls.published(token, 'people', 'two', { declarations: { navigation } });
  expect(declared.version).not.toBe(other.version);
  const response = await calls.publish(token, 'people', builtModule('two'), { version: '2.0.0' });
  expect(await readError(response)).toBe('409 version-exists');
});

test('a route of another module, application or token is refused by name', async () => {
  const { token } = await calls.createToken('planets');
  await calls.createToken('moons');
  const declare = (...routes: string[]) =>
    calls.publish(token, 'planets', builtModule(routes.join()), { declarations: { routes } });
  expect(await readError(await declare('moons'))).toBe('409 route-taken');
  expect(await readError(await declare('stars', 'smsa'))).toBe('409 route-taken');
  expect((await declare('stars')).status).toBe(201);
  const { token: other } = await calls.createToken('comets');
  const taken = await calls.publish(other, 'comets', builtModule('comets'), { declarations: { routes: ['stars'] } });
  expect(await taken.json()).toMatchObject({ code: 'route-taken', message: expect.stringContaining('planets') });
  // Its own next version keeps it.
  expect((await declare('stars', 'suns')).status).toBe(201);
});

test('a rollback to a version whose route another module has since is refused by name', async () => {
  const { token } = await calls.createToken('nebulas');
  const publish = (version: string, routes: string[]) =>
    calls.published(token, 'nebulas', version, { version, declarations: { routes } });
  await publish('1.0.0', ['clouds']);
  await publish('2.0.0', []);
  await publish('3.0.0', []);
  const { token: other } = await calls.createToken('weather');
  await calls.published(other, 'weather', 'weather', { declarations: { routes: ['clouds'] } });
  const rollBack = (version?: string) => calls.post(token, 'nebulas', 'rollback', { version });
  const refused = await rollBack('1.0.0');
  expect(await refused.json()).toMatchObject({ code: 'route-taken', message: expect.stringContaining('weather') });
  expect((await rollBack()).status).toBe(200);
  expect(await readError(await rollBack())).toBe('409 route-taken');
});

test.each([
  [{ routes: ['profile'] }],
  [{ contributions: [{ place: 'home', parcel: 'card' }] }],
  [{ navigation: [{ title: { pt: '', en: 'x' }, path: '/x' }] }],
])('malformed declarations are refused: %j', async (declarations) => {
  const { token } = await calls.createToken('malformed');
  expect((await calls.publish(token, 'malformed', builtModule('malformed'), { declarations })).status).toBe(400);
});

test('a page outside the addresses of the module is refused', async () => {
  const { token } = await calls.createToken('maps');
  const declare = (path: string) =>
    calls.publish(token, 'maps', builtModule('maps'), {
      declarations: { routes: ['places'], navigation: [{ title: { pt: 'Mapa', en: 'Map' }, path }] },
    });
  expect(await readError(await declare('/smsa/tickets'))).toBe('400 page-foreign');
  expect(await readError(await declare('/mapsx'))).toBe('400 page-foreign');
  expect((await declare('/places?near')).status).toBe(201);
});

test('a package has no addresses and no places', async () => {
  const { token } = await calls.createToken('@acme/routes');
  const files = { 'module.js': 'export const one = 1;' };
  const options = { version: '1.0.0', declarations: { routes: ['acme'] } };
  const response = await calls.publish(token, encodeURIComponent('@acme/routes'), files, options);
  expect(await readError(response)).toBe('400 declarations-of-package');
});

describe('needs from the content policy', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await calls.createToken('orders', 'stock'));
  });

  /** Reads a page and its content policy. */
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
});
