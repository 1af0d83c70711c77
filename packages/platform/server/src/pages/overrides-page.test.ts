import { type TestServer, testServer } from '../testing/start-test-server';
import { publishingCalls } from '../testing/test-publishing';

const overrides = ['http://localhost:9200', 'https://dev.example:8443'];

const configuration = {
  hosts: { localhost: 'smsa' },
  moduleOrigins: [overrides[0]],
  modulePolicy: { '*': { fonts: ['data:'] }, orders: { wasm: true }, stock: { workers: true } },
};
const options = { hasShell: true, importMap: { imports: { react: '/@portico/react.js' } } };
const portal = testServer({}, { ...options, configuration: { ...configuration, overrides } });
const production = testServer({}, { ...options, configuration: { ...configuration, overrides: 'off' } });

async function ask(server: TestServer, cookie?: string, url = '/') {
  const response = await server.call('GET', url, cookie ? { headers: { cookie } } : {});
  return {
    page: await response.text(),
    policy: String(response.headers.get('content-security-policy')).replace(/'nonce-.{22}'/, "'nonce'"),
    nonce: /style-nonce;desc="(.*)"/.exec(response.headers.get('server-timing') ?? '')?.[1],
  };
}
const getSources = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);

test('a browser with overrides gets the script before SystemJS, and the origins', async () => {
  const { page, policy, nonce } = await ask(portal, 'portico-overrides=on');
  expect(page).toContain(
    `<script id="portico-overrides" src="/@portico/overrides.js" integrity="sha384-o" nonce="${nonce}" defer></script>\n` +
      '<script src="/@portico/system.js"',
  );
  expect(page).toContain('"isDeveloper":true');
  for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'])
    expect(getSources(policy, directive)).toEqual(expect.arrayContaining(overrides));
  expect(new Set(getSources(policy, 'connect-src'))).toEqual(
    new Set(["'self'", ...overrides, 'ws://localhost:9200', 'wss://dev.example:8443']),
  );
  expect((await ask(portal, 'portico-overrides=on')).page).not.toContain(`nonce="${nonce}"`);
});

test('a browser with overrides gets the development build of React, for all forms of modules', async () => {
  const { page } = await ask(portal, 'portico-overrides=on');
  const names = ['react', 'single-spa', 'react/jsx-dev-runtime'];
  const address = '/@portico/libraries-development.js';
  const development = {
    imports: Object.fromEntries(names.map((name) => [name, address])),
    integrity: { [address]: 'sha384-d' },
  };
  const maps = [...page.matchAll(/<script type="(.*?importmap)">(.*)<\/script>/g)].map(([, type, map = '']) => [
    type,
    JSON.parse(map),
  ]);
  // The shell reads the first map of SystemJS as the deployed one.
  expect(maps).toMatchObject([
    ['importmap', { imports: Object.fromEntries(names.map((name) => [name, '/@portico/es-libraries.js'])) }],
    ['systemjs-importmap', { imports: { react: '/@portico/react.js' } }],
    ['systemjs-importmap', development],
  ]);
  expect(page).toContain(`<link rel="preload" as="script" href="${address}" integrity="sha384-d">`);
  expect(page).not.toContain('href="/@portico/react.js"');
});

test('its map names all modules and none is preloaded, because the browser may override them', async () => {
  const calls = publishingCalls(portal);
  const { token } = await calls.createToken('bills');
  await calls.published(token, 'bills', 'one', { version: 'one' });
  const url = '/bills/portal';
  const everybody = await ask(portal, undefined, url);
  const developer = await ask(portal, 'portico-overrides=on', url);
  expect(everybody.page).toContain('"isMapPartial":true');
  expect(everybody.page).toContain('href="/modules/bills/one/module.js"');
  expect(developer.page).not.toMatch(/isMapPartial|href="\/modules\//);
});

test('the policy also allows the needs that the operator allows the overridden modules', async () => {
  const on = 'portico-overrides=on';
  const { policy } = await ask(portal, `${on}; portico-overridden=orders.__proto__.x%20y`);
  expect(getSources(policy, 'script-src')).toContain("'wasm-unsafe-eval'");
  expect(getSources(policy, 'font-src')).toContain('data:');
  expect(getSources(policy, 'worker-src')).not.toContain('blob:');
  for (const [server, cookie] of [
    [portal, on],
    [portal, 'portico-overridden=orders'],
    [production, `${on}; portico-overridden=orders`],
  ] as const)
    expect((await ask(server, cookie)).policy).not.toMatch(/wasm|font-src [^;]*data:/);
});

test('other browsers get no overrides, and no cookie changes a production page', async () => {
  const getPage = async (...request: Parameters<typeof ask>) => {
    const { page, policy } = await ask(...request);
    return { page, policy };
  };
  const everybody = await getPage(portal);
  expect(await getPage(portal, 'portico-overrides=off')).toEqual(everybody);
  expect(everybody.page).not.toMatch(/isDeveloper|nonce|overrides\.js|development/);
  expect(everybody.policy).not.toMatch(/dev\.example|ws:/);
  expect(await getPage(production, 'portico-overrides=on')).toEqual(await getPage(production));
});
