import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import { generateSnapshotFromManifest, type Manifest } from '@module-federation/sdk';
import { testServer } from '../../testing/start-test-server';
import { builtModule, publishingCalls, statusIn } from '../../testing/test-publishing';
import { resolveModules } from '../live-map/resolve-module';
import { initialState } from '../live-map/transitions';
import { createFederationManifest, createFederationSnapshot } from './federation-manifest';

/** As webpack builds a container of type `var`. */
const container = `var my_orders;(()=>{const m={"./App":()=>Promise.resolve(()=>({title:"Orders"}))};
var d=(t,e)=>{for(const k in e)Object.defineProperty(t,k,{enumerable:true,get:e[k]})},t={};
d(t,{get:()=>n=>m[n](),init:()=>()=>{}});my_orders=t})();`;
/** As Vite builds one. */
const moduleContainer = 'const a=()=>{},b={"./app":1};export{a as init,b as get};';

/** Runs the script of the manifest as a browser does: scripts have no globals in Node. */
const browserScripts: ModuleFederationRuntimePlugin = {
  name: 'browser-scripts',
  loadEntry: async ({ remoteInfo: { entry, entryGlobalName } }) => {
    const script = await (await fetch(entry)).text();
    return new Function(`${script};return ${entryGlobalName}`)();
  },
};

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('my-orders', 'vite', 'plain', 'own'));
});

/** Publishes files and returns the path of the manifest. */
async function publish(module: string, files: Readonly<Record<string, string>>, options: object = {}) {
  const { version } = await statusIn(await calls.publish(token, module, files, options));
  return `/modules/${module}/${version}/mf-manifest.json`;
}

async function readManifest(path: string): Promise<Manifest> {
  const response = await server.call('GET', path);
  expect(response.status).toBe(200);
  return response.json();
}

test("the federation's own run time accepts the manifest of a container, and loads the module by it", async () => {
  const files = { 'module.js': container, 'late.js': '1', 'first.js': '2', 'a.css': '', 'b.css': '' };
  const path = await publish('my-orders', files, { preloads: ['first.js'], styles: ['a.css'] });
  expect(await readManifest(path)).toMatchObject({
    name: 'my-orders',
    metaData: {
      globalName: 'my_orders',
      publicPath: 'auto',
      remoteEntry: { name: 'module.js', path: '', type: 'var' },
    },
    exposes: [
      {
        path: './App',
        assets: { js: { sync: ['first.js'], async: ['late.js'] }, css: { sync: ['a.css'], async: ['b.css'] } },
      },
    ],
  });
  const remotes = [{ name: 'my-orders', entry: server.url + path }];
  // Other releases of the portal may change the manifest, and other origins read it.
  const { headers } = await server.call('GET', path);
  expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-cache', '*']);
  const host = createInstance({ name: 'host', remotes, plugins: [browserScripts] });
  await expect(host.loadRemote('my-orders/App')).resolves.toEqual({ title: 'Orders' });
});

test('a container of ES modules is found by its exports; other modules expose nothing', async () => {
  expect(await readManifest(await publish('vite', { 'module.js': moduleContainer }))).toMatchObject({
    metaData: { remoteEntry: { type: 'module' } },
    exposes: [{ path: './app' }],
  });
  expect(await readManifest(await publish('plain', builtModule('1')))).toMatchObject({
    metaData: { remoteEntry: { type: 'system' } },
    exposes: [],
  });
});

test('a manifest that the team sent stays', async () => {
  const remoteEntry = { name: 'remoteEntry.js', path: '', type: 'global' };
  const manifest = JSON.stringify({ metaData: { globalName: 'own', remoteEntry }, exposes: [{ path: './app' }] });
  const files = { 'mf-manifest.json': manifest, 'remoteEntry.js': container };
  const path = await publish('own', files, { entry: 'mf-manifest.json' });
  expect(JSON.stringify(await readManifest(path))).toBe(manifest);
});

test('other missing files, and versions that were never published, have no manifest', async () => {
  // A version of the same name of another module is published.
  await publish('own', builtModule('own'), { version: 'p' });
  const preview = await calls.publish(token, 'plain', builtModule('preview'), { version: 'p' }, 'previews');
  expect(preview.status).toBe(201);
  const previewed = '/modules/plain/p/mf-manifest.json';
  expect((await server.call('GET', previewed)).status).toBe(404);
  await publish('plain', builtModule('preview'), { version: 'p', audience: { percent: 1 } });
  expect((await readManifest(previewed)).name).toBe('plain');
  for (const path of ['/modules/plain/none/mf-manifest.json', '/modules/plain/none/static/mf-manifest.json'])
    expect((await server.call('GET', path)).status).toBe(404);
});

test('the snapshot equals that of the federation’s run time, with paths of the portal', async () => {
  const path = await publish('vite', { 'module.js': `${moduleContainer}//2` });
  const response = await server.call('GET', '/modules/mf-snapshot.json');
  const snapshot = await response.json();
  expect(snapshot.portico.remotesInfo.vite).toEqual({ matchedVersion: path });
  expect(snapshot[`vite:${path}`]).toEqual(generateSnapshotFromManifest(await readManifest(path), { version: path }));
  expect(JSON.stringify(snapshot)).not.toContain(server.url);
  expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
    'no-cache',
    'Accept-Encoding',
  ]);
  for (const name of ['access-control-allow-origin', 'cross-origin-resource-policy']) {
    expect(response.headers.get(name)).toBeNull();
  }
});

test('on the team’s host, addresses begin at the folder that has all files of the module', () => {
  const folder = 'https://cdn.test/shop/1';
  const source = {
    module: 'shop',
    version: '1',
    address: `${folder}/static/remoteEntry.js`,
    integrity: { [`${folder}/static/remoteEntry.js`]: '', [`${folder}/chunks/a.js`]: '' },
    preloads: [],
    entry: { expose: './Shop', global: 'shop_front', shared: { '@acme/styleguide': '^2.0.0' } },
  };
  const manifest = createFederationManifest(source);
  expect(manifest).toMatchObject({
    metaData: {
      publicPath: `${folder}/`,
      globalName: 'shop_front',
      remoteEntry: { name: 'static/remoteEntry.js', type: 'var' },
    },
    shared: [{ name: '@acme/styleguide', requiredVersion: '^2.0.0' }],
    exposes: [{ path: './Shop', assets: { js: { async: ['chunks/a.js'] } } }],
  });
  const versions = new Map([['1', source]]);
  const live = (change: object) => {
    const shop = { module: 'shop', state: { ...initialState, version: '1', ...change }, versions };
    const base = { imports: {}, integrity: {}, rollouts: {}, entries: {} };
    return createFederationSnapshot(resolveModules([shop], base, new Date(), 24));
  };
  expect(Object.keys(live({}))).toEqual(['portico', 'shop:/modules/shop/1/mf-manifest.json']);
  expect(Object.keys(live({ isRemoved: true }))).toEqual(['portico']);
});
