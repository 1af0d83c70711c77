import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';

jest.setTimeout(startTimeoutMilliseconds);

const styleguide = '@acme/styleguide';
const addressOf = (version: string) => `/modules/@acme~styleguide/${version}/module.js`;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({}, { hasShell: true });
  token = (await calls().createToken(styleguide, 'orders', 'stock', 'old')).token;
});
afterAll(() => server.stop());

const calls = () => publishingCalls(server, server.operatorKey);
const esModule = (marker: string) => ({ 'module.js': `export const marker = '${marker}';` });

const publish = (name: string, version: string, options: object = {}) =>
  calls().publish(token, encodeURIComponent(name), esModule(`${name} ${version}`), { version, ...options });

async function published(...parameters: Parameters<typeof publish>): Promise<void> {
  const response = await publish(...parameters);
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)]);
}

async function refusal(response: Promise<Response>) {
  const { status } = await response;
  return [status, (await (await response).json()).code];
}

test('modules get the highest version of their range, and one copy where ranges allow', async () => {
  expect(await refusal(publish('orders', '1', { shared: { [styleguide]: '^2.1' } }))).toEqual([409, 'package-missing']);
  for (const version of ['1.4.0', '2.0.0', '2.3.0', '2.2.9']) await published(styleguide, version);
  await published('orders', '1', { shared: { [styleguide]: '^2.1' } });
  await published('stock', '1', { shared: { [styleguide]: '2.x' } });
  await published('old', '1', { shared: { [styleguide]: '^1.0.0' } });
  expect(await refusal(publish('orders', '2', { shared: { [styleguide]: '^3' } }))).toEqual([409, 'package-missing']);

  const map = await calls().readMap();
  expect(map.imports[styleguide]).toBe(addressOf('2.3.0'));
  expect(map.scopes).toEqual({ '/modules/old/1/': { [styleguide]: addressOf('1.4.0') } });
  expect(map.entries[addressOf('2.3.0')]).toEqual({ form: 'es-module' });
  for (const version of ['2.3.0', '1.4.0']) expect(map.integrity[addressOf(version)]).toMatch(/^sha384-/);
  const file = await server.call('GET', addressOf('2.3.0'));
  expect(await file.text()).toBe(esModule(`${styleguide} 2.3.0`)['module.js']);
});

test('every page has the packages, also for modules that load after the sign-in', async () => {
  const page = await (await fetch(`${server.url}/signin`, { headers: { accept: 'text/html' } })).text();
  const [, text = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? [];
  const native = JSON.parse(text);
  expect(native.imports).toMatchObject({ [styleguide]: addressOf('2.3.0'), react: expect.any(String) });
  expect(native.scopes).toEqual({ '/modules/old/1/': { [styleguide]: addressOf('1.4.0') } });
  expect(native.integrity[addressOf('2.3.0')]).toMatch(/^sha384-/);
});

test('a rollback takes a version out, and a new one is for all', async () => {
  await published(styleguide, '2.4.0');
  expect((await calls().readMap()).imports[styleguide]).toBe(addressOf('2.4.0'));
  const response = await calls().post(token, encodeURIComponent(styleguide), 'rollback');
  expect(response.status).toBe(200);
  expect((await calls().readMap()).imports[styleguide]).toBe(addressOf('2.3.0'));
});

test('the check learns where the packages are', async () => {
  const ask = (range: string) =>
    server.call('POST', '/api/publishing/shared', { token, body: { shared: { [styleguide]: range } } });
  expect(await (await ask('~2.2')).json()).toMatchObject({ imports: { [styleguide]: addressOf('2.2.9') } });
  expect(await refusal(ask('^4'))).toEqual([409, 'package-missing']);
});

test('a package is an ES module with a comparable version, for all users, by a token that names it', async () => {
  const malformed = [400, 'package-malformed'];
  expect(await refusal(publish(styleguide, 'next'))).toEqual(malformed);
  expect(await refusal(publish(styleguide, '2.5.0', { audience: { percent: 5 } }))).toEqual(malformed);
  const script = { 'module.js': 'window.x = 1;' };
  const path = encodeURIComponent(styleguide);
  expect(await refusal(calls().publish(token, path, script, { version: '2.5.0' }))).toEqual(malformed);
  expect(await refusal(calls().publish(token, path, esModule('x'), { version: '2.5.0' }, 'previews'))).toEqual(
    malformed,
  );
  const { token: foreign } = await calls().createToken('orders');
  expect((await calls().publish(foreign, path, esModule('x'), { version: '2.5.0' })).status).toBe(403);
});

test('a preview gets the packages of its own range', async () => {
  const response = await calls().publish(
    token,
    'orders',
    esModule('old'),
    { version: 'p', shared: { [styleguide]: '~1.4' } },
    'previews',
  );
  const { link } = await response.json();
  const followed = await fetch(server.url + link, { redirect: 'manual', headers: { accept: 'text/html' } });
  const cookie = followed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const map = await (await server.call('GET', '/import-map.json?previews', { headers: { cookie } })).json();
  expect(map.scopes['/modules/orders/p/']).toEqual({ [styleguide]: addressOf('1.4.0') });
});
