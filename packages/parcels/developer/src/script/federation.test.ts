import { describeFederation } from './federation';

const createSnapshot = (origin: string) => {
  const [orders, stock] = [`${origin}/modules/orders/1/mf-manifest.json`, `${origin}/modules/stock/1/mf-manifest.json`];
  return {
    portico: { version: '', remotesInfo: { orders: { matchedVersion: orders }, stock: { matchedVersion: stock } } },
    [`orders:${orders}`]: { version: orders, publicPath: `${origin}/modules/orders/1/`, remotesInfo: {}, modules: [] },
    [`stock:${stock}`]: { version: stock, publicPath: 'https://cdn.test/stock/', remotesInfo: {} },
  };
};
const orders = `${location.origin}/modules/orders/1/mf-manifest.json`;
const stock = `${location.origin}/modules/stock/1/mf-manifest.json`;
const snapshot = createSnapshot(location.origin);

const page: object = window;
const readModules = () => Reflect.get(page, '__FEDERATION__').moduleInfo;

beforeEach(() => {
  Reflect.deleteProperty(window, '__FEDERATION__');
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(createSnapshot(''))));
});
afterEach(() => jest.restoreAllMocks());

test("the federation's browser tools find the modules of the portal", async () => {
  await describeFederation({});
  expect(fetch).toHaveBeenCalledWith('/modules/mf-snapshot.json');
  expect(readModules()).toEqual(snapshot);
});

test('overridden modules, deployed or not, have the addresses of their overrides', async () => {
  const [own, added] = ['http://localhost:9200/mf-manifest.json', 'http://localhost:9200/new.js'];
  await describeFederation({ '@module/orders': own, '@module/new': added, '@portico/home': added });
  const { portico, ...modules } = readModules();
  expect(portico?.remotesInfo).toEqual({
    orders: { matchedVersion: own },
    stock: { matchedVersion: stock },
    new: { matchedVersion: added },
  });
  expect(modules).toEqual({
    [`stock:${stock}`]: snapshot[`stock:${stock}`],
    [`orders:${own}`]: { version: own, remoteEntry: own },
    [`new:${added}`]: { version: added, remoteEntry: added },
  });
});

test("entries of a module's own federation stay", async () => {
  const known = { version: orders, remotesInfo: {}, modules: [] };
  Reflect.set(window, '__FEDERATION__', { moduleInfo: { [`orders:${orders}`]: known, other: {} } });
  await describeFederation({});
  expect(readModules()).toEqual({ ...snapshot, [`orders:${orders}`]: known, other: {} });
});
