import { configurationSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { startPageHost } from '../testing/start-page-host';
import { writeTestShell } from '../testing/write-test-shell';

const overrides = ['http://localhost:9200', 'https://dev.example:8443'];

let app: FastifyInstance;
beforeAll(async () => {
  const imports = { react: '/@portico/react.js', '@module/orders': '/orders.js' };
  const importMap = { imports, integrity: {}, rollouts: {}, entries: {} };
  app = await startPageHost({
    distDirectory: writeTestShell(),
    getConfiguration: async (host) =>
      v.parse(configurationSchema, {
        tenants: { portal: { name: 'Portal' } },
        moduleOrigins: [overrides[0]],
        overrides: host === 'production.test' ? 'off' : overrides,
      }),
    importMapFor: async () => ({ importMap, preloads: {}, dependsOnUser: false }),
    modulePolicy: { '*': { fonts: ['data:'] }, orders: { wasm: true }, stock: { workers: true } },
  });
});
afterAll(() => app.close());

async function ask(host: string, cookie?: string, url = '/') {
  const { body, headers } = await app.inject({ url, headers: { host, ...(cookie && { cookie }) } });
  return {
    page: body,
    policy: String(headers['content-security-policy']).replace(/'nonce-.{22}'/, "'nonce'"),
    nonce: /style-nonce;desc="(.*)"/.exec(String(headers['server-timing']))?.[1],
  };
}
const getSources = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);

test('a browser with overrides gets the script before SystemJS, and the origins', async () => {
  const { page, policy, nonce } = await ask('portal.test', 'portico-overrides=on');
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
  expect((await ask('portal.test', 'portico-overrides=on')).page).not.toContain(`nonce="${nonce}"`);
});

test('a browser with overrides gets the development build of React, for all forms of modules', async () => {
  const { page } = await ask('portal.test', 'portico-overrides=on');
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
  const url = '/orders/portal';
  const everybody = await ask('portal.test', undefined, url);
  const developer = await ask('portal.test', 'portico-overrides=on', url);
  expect(everybody.page).toContain('"isMapPartial":true');
  expect(everybody.page).toContain('href="/orders.js"');
  expect(developer.page).not.toMatch(/isMapPartial|href="\/orders\.js"/);
});

test('the policy also allows the needs that the operator allows the overridden modules', async () => {
  const on = 'portico-overrides=on';
  const { policy } = await ask('portal.test', `${on}; portico-overridden=orders.__proto__.x%20y`);
  expect(getSources(policy, 'script-src')).toContain("'wasm-unsafe-eval'");
  expect(getSources(policy, 'font-src')).toContain('data:');
  expect(getSources(policy, 'worker-src')).not.toContain('blob:');
  for (const [host, cookie] of [
    ['portal.test', on],
    ['portal.test', 'portico-overridden=orders'],
    ['production.test', `${on}; portico-overridden=orders`],
  ] as const)
    expect((await ask(host, cookie)).policy).not.toMatch(/wasm|font-src [^;]*data:/);
});

test('other browsers get no overrides, and no cookie changes a production page', async () => {
  const getPage = async (...request: Parameters<typeof ask>) => {
    const { page, policy } = await ask(...request);
    return { page, policy };
  };
  const everybody = await getPage('portal.test');
  expect(await getPage('portal.test', 'portico-overrides=off')).toEqual(everybody);
  expect(everybody.page).not.toMatch(/isDeveloper|nonce|overrides\.js|development/);
  expect(everybody.policy).not.toMatch(/dev\.example|ws:/);
  expect(await getPage('production.test', 'portico-overrides=on')).toEqual(await getPage('production.test'));
});
