import { tmpdir } from 'node:os';
import { startLocalServer } from './local-server';
import { servePortal } from './portal-page';

test('the page allows what the packages of a module need, and gives each version its own copies', async () => {
  const host = 'http://localhost:9100';
  const scopes = { [`${host}/charts/`]: { '@acme/base': 'http://localhost:9200/base.js' } };
  const imports = { '@acme/base': `${host}/base.js`, '@acme/charts': `${host}/charts/index.js` };
  const parts = {
    frame: '',
    imports: {},
    native: { names: [], address: '/native.js' },
    system: '/system.js',
    topBar: { html: '', styles: '' },
  };
  const packages = { imports, entries: {}, scopes, policies: { '@acme/charts': { wasm: true as const } } };
  const frames = ['https://maps.example.com'];
  const module = { key: 'orders', packages, policy: { workers: true as const, frames } };
  const server = await startLocalServer(servePortal(tmpdir(), parts, module, `${host}/orders.js`, {}));
  try {
    const response = await fetch(server.origin);
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(policy).toMatch(/worker-src [^;]*blob:/);
    expect(policy).toMatch(/script-src [^;]*http:\/\/localhost:9200/);
    expect(policy).toContain(`frame-src ${frames}`);
    const page = await response.text();
    expect(page.split(`"scopes":${JSON.stringify(scopes)}`)).toHaveLength(3);
  } finally {
    await server.close();
  }
});

test('the page of a module has the policy that the operator allows, if that is known', async () => {
  const parts = {
    frame: '',
    imports: {},
    native: { names: [], address: '/n' },
    system: '/s',
    topBar: { html: '', styles: '' },
  };
  const module = {
    key: 'orders',
    policy: { wasm: true as const, workers: true as const },
    allowed: { workers: true as const },
  };
  const server = await startLocalServer(servePortal(tmpdir(), parts, module, 'http://localhost:9100/orders.js', {}));
  const policy = (await fetch(server.origin)).headers.get('Content-Security-Policy');
  await server.close();
  expect(policy).toMatch(/worker-src [^;]*blob:/);
  expect(policy).not.toContain('wasm-unsafe-eval');
});
