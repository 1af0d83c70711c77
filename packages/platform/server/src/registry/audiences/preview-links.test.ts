import {
  importMapSchema,
  type PreviewLink,
  pagePreviewsSchema,
  pageStateSchema,
  previewLinkSchema,
  previewListSchema,
} from '@portico/contract';
import * as v from 'valibot';
import { getOrCreateSecret } from '../../database/secret-repository';
import { createSign } from '../../identity/sessions/browser-marks';
import { testServer } from '../../testing/start-test-server';
import { builtModule, publishingCalls } from '../../testing/test-publishing';

const secondsOfDay = 86_400;

const server = testServer({ TRUST_PROXY: 'loopback' }, { hasShell: true });
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  token = (await calls.createToken('orders', 'stock')).token;
});

const addressOf = (module: string, version: string) => `/modules/${module}/${version}/module.js`;

async function store(module: string, version: string, options: object = {}): Promise<PreviewLink> {
  const response = await calls.publish(token, module, builtModule(version), { version, ...options }, 'previews');
  expect(response.status).toBe(201);
  return v.parse(previewLinkSchema, await response.json());
}

/** A browser that keeps the cookies of each response. */
function createBrowser() {
  const cookies = new Map<string, string>();
  async function ask(path: string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(server.url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    /**
     * Follows a link, and the redirect. The first link of a browser without cookies has two.
     * @returns the address of the page
     */
    open: async (link: string) => {
      let address = link;
      do {
        const response = await ask(address);
        expect(response.status).toBe(303);
        address = response.headers.get('location') ?? '';
      } while (address.includes('portico-preview='));
      return address;
    },
    page: async (path: string) => {
      const text = await (await ask(path)).text();
      const read = <Schema extends v.GenericSchema>(pattern: RegExp, schema: Schema): v.InferOutput<Schema> =>
        v.parse(schema, JSON.parse(pattern.exec(text)?.[1] ?? ''));
      const { previews } = read(/id="portico-state" type="application\/json">(.*?)<\/script>/s, pageStateSchema);
      return {
        map: read(/type="systemjs-importmap">(.*?)<\/script>/s, importMapSchema),
        previews: previews === undefined ? undefined : v.parse(pagePreviewsSchema, previews),
      };
    },
    map: async (query = '') => v.parse(importMapSchema, await (await ask(`/import-map.json${query}`)).json()),
  };
}

test('a link opens a version that is not live, in its browser alone', async () => {
  await calls.published(token, 'orders', 'live', { version: 'l1' });
  const { link, version } = await store('orders', 'n1');
  expect(version).toBe('n1');
  const browser = createBrowser();
  const page = await browser.page(await browser.open(`${link}&tab=2`));
  expect(page.map.imports['@module/orders']).toBe(addressOf('orders', 'n1'));
  expect(page.map.integrity[addressOf('orders', 'n1')]).toMatch(/^sha384-/);
  expect(page.previews).toEqual({ active: [{ module: 'orders', version: 'n1' }], ended: [], isInvalid: false });
  // A page from before the link was followed has no badge.
  expect((await browser.map()).imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  expect((await browser.map('?previews')).imports['@module/orders']).toBe(addressOf('orders', 'n1'));

  const other = await createBrowser().page('/orders/');
  expect([other.map.imports['@module/orders'], other.previews]).toEqual([addressOf('orders', 'l1'), undefined]);
  expect((await calls.modules(token)).find(({ module }) => module === 'orders')?.version).toBe('l1');
});

test.each([
  ['http', ''],
  ['https', '; Secure'],
])('no script and no other site uses the cookie of a link, and no cache keeps it: %s', async (protocol, secure) => {
  const { link } = await store('orders', `c${protocol}`);
  const headers = { accept: 'text/html', 'x-forwarded-proto': protocol };
  const response = await fetch(server.url + link, { headers, redirect: 'manual' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const attributes = new RegExp(`^[\\w-]+=[^;]+; Max-Age=\\d+; Path=/; HttpOnly${secure}; SameSite=Lax$`);
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(attributes)]);
});

test('a browser that keeps no cookies gets a page with the reason, and a link to help', async () => {
  const { link } = await store('orders', 'cookies');
  const headers = { accept: 'text/html', 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
  const response = await fetch(server.url + link, { headers });
  expect([response.status, response.url]).toEqual([400, `${server.url}/orders/?portico-preview=opened`]);
  const page = await response.text();
  expect(page).toContain('The portal needs cookies for this');
  expect(page).toMatch(/<a href="https:\/\/support\.mozilla\.org\/[^"]+">How to allow cookies<\/a>/);
});

test('the address keeps its path and its query, and stays on this host', async () => {
  const { link } = await store('orders', 'n2');
  const browser = createBrowser();
  const query = link.slice(link.indexOf('?') + 1);
  expect(await browser.open(`/orders/a%20b?x=%2B&${query}&y`)).toBe('/orders/a%20b?x=%2B&y');
  expect(await browser.open(`//evil.example/?${query}`)).toBe('/evil.example/');
});

test('a preview has no fallback and no outcome, and others keep theirs', async () => {
  await calls.published(token, 'stock', 'one', { version: 's1' });
  await calls.published(token, 'stock', 'two', { version: 's2' });
  expect((await createBrowser().map()).rollouts).toHaveProperty('@module/stock');
  const { link } = await store('stock', 's3');
  const browser = createBrowser();
  const { map } = await browser.page(await browser.open(link));
  expect(map.rollouts).not.toHaveProperty('@module/stock');
});

test('previews of several modules live together; an empty link ends all', async () => {
  const browser = createBrowser();
  for (const [module, version] of [
    ['orders', 'n3'],
    ['stock', 's4'],
    ['orders', 'n4'],
  ] as const) {
    await browser.open((await store(module, version)).link);
  }
  const { active } = (await browser.page('/')).previews ?? {};
  expect(active).toEqual([
    { module: 'orders', version: 'n4' },
    { module: 'stock', version: 's4' },
  ]);
  expect(await browser.open('/orders/?portico%2Dpreview=')).toBe('/orders/');
  expect((await browser.page('/orders/')).previews).toBeUndefined();
});

test('a link to a stored version is made without its files', async () => {
  await store('orders', 'n5');
  const response = await calls.post(token, 'orders', 'versions/n5/preview', { days: 1 });
  const { expires_at, id, link } = v.parse(previewLinkSchema, await response.json());
  expect(Date.parse(expires_at) - server.now().getTime()).toBeLessThanOrEqual(secondsOfDay * 1000);
  const browser = createBrowser();
  await browser.open(link);
  server.passSeconds(secondsOfDay + 1);
  expect((await server.call('DELETE', `/api/publishing/previews/${id}`, { token })).status).toBe(404);
  const expired = await browser.page('/orders/');
  expect(expired.previews).toEqual({ active: [], ended: [{ module: 'orders', version: 'n5' }], isInvalid: false });
  expect(expired.map.imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  // The page shows the end of a preview once.
  expect((await browser.page('/orders/')).previews).toBeUndefined();
});

test('a revoked link ends at the next page of every browser that followed it, and says so once', async () => {
  const [revoked, kept] = [await store('orders', 'r1'), await store('orders', 'r2')];
  const browser = createBrowser();
  await browser.open(revoked.link);
  expect((await browser.map('?previews')).imports['@module/orders']).toBe(addressOf('orders', 'r1'));
  const revoke = (id: string, credential: string) =>
    server.call('DELETE', `/api/publishing/previews/${id}`, { token: credential });
  const { token: foreign } = await calls.createToken('other');
  expect([(await revoke(revoked.id, foreign)).status, (await revoke(revoked.id, token)).status]).toEqual([403, 204]);

  expect((await browser.map('?previews')).imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  const page = await browser.page('/orders/');
  expect(page.map.imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  expect(page.previews?.ended).toEqual([{ module: 'orders', version: 'r1', isRevoked: true }]);
  expect((await browser.page('/orders/')).previews).toBeUndefined();
  const later = createBrowser();
  expect((await later.page(await later.open(revoked.link))).previews?.active).toEqual([]);
  for (const id of [revoked.id, 'none']) expect((await revoke(id, token)).status).toBe(404);

  const list = async (credential: string) =>
    v.parse(
      previewListSchema,
      await (await server.call('GET', '/api/publishing/previews', { token: credential })).json(),
    );
  const links = await list(token);
  const { link: _, ...listed } = kept;
  expect(links.at(-1)).toMatchObject({ ...listed, by: expect.stringMatching(/^Test \(/) });
  expect([links.some(({ id }) => id === revoked.id), await list(foreign)]).toEqual([false, []]);
  expect(await list(server.operatorKey)).toEqual(links);
});

test('the links of a token end when it is revoked, and those of others stay', async () => {
  const stolen = await calls.createToken('orders');
  const create = async (credential: string) => {
    const response = await calls.post(credential, 'orders', 'versions/r3/preview', { days: 90 });
    return v.parse(previewLinkSchema, await response.json());
  };
  await store('orders', 'r3');
  const [ended, kept, ofOperator] = [await create(stolen.token), await create(token), await create(server.operatorKey)];
  const browser = createBrowser();
  await browser.open(ended.link);
  expect((await server.operate('DELETE', `team-tokens/${stolen.id}`)).status).toBe(204);
  const page = await browser.page('/orders/');
  expect(page.previews?.ended).toEqual([{ module: 'orders', version: 'r3', isRevoked: true }]);
  for (const { link } of [kept, ofOperator]) {
    const other = createBrowser();
    expect((await other.page(await other.open(link))).previews?.active).toHaveLength(1);
  }
});

test('a version in quarantine ends its previews', async () => {
  const browser = createBrowser();
  await browser.open((await store('orders', 'n6')).link);
  await server.operate('POST', 'modules/orders/quarantine', { version: 'n6' });
  expect((await browser.map('?previews')).imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  expect((await browser.page('/orders/')).previews?.ended).toEqual([{ module: 'orders', version: 'n6' }]);
  expect((await calls.post(token, 'orders', 'versions/n6/preview')).status).toBe(409);
});

test('a link without a valid signature opens nothing', async () => {
  const { link } = await store('orders', 'n7');
  for (const forged of [link.replace('n7', 'n4'), `${link}x`, '/orders/?portico-preview=orders']) {
    const browser = createBrowser();
    const page = await browser.page(await browser.open(forged));
    expect(page.previews).toEqual({ active: [], ended: [], isInvalid: true });
    expect(page.map.imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  }
});

test('a link without an id is refused like one without a valid signature', async () => {
  await store('orders', 'n9');
  const secret = await getOrCreateSecret(server.database, 'signatures', () => '');
  const claims = `orders:n9:${Math.floor(server.now().getTime() / 1000) + secondsOfDay}`;
  const signed = encodeURIComponent(`${claims}:${createSign(secret)('preview', claims)}`);
  const browser = createBrowser();
  const page = await browser.page(await browser.open(`/orders/?portico-preview=${signed}`));
  expect(page.previews).toEqual({ active: [], ended: [], isInvalid: true });
  expect(page.map.imports['@module/orders']).toBe(addressOf('orders', 'l1'));
  // The page shows the end of a preview once.
  expect((await browser.page('/orders/')).previews).toBeUndefined();
});

test('only a token of the module makes links, and a preview is never live by a rollback', async () => {
  const { token: foreign } = await calls.createToken('other');
  expect((await calls.publish(foreign, 'orders', builtModule('x'), {}, 'previews')).status).toBe(403);
  expect((await calls.post(foreign, 'orders', 'versions/l1/preview')).status).toBe(403);
  expect((await calls.post(token, 'orders', 'versions/none/preview')).status).toBe(404);
  expect((await calls.post(token, 'orders', 'versions/l1/preview', { days: 91 })).status).toBe(400);
  const canary = { audience: { percent: 10 } };
  expect((await calls.publish(token, 'orders', builtModule('x'), canary, 'previews')).status).toBe(400);
  await store('orders', 'n8');
  expect((await calls.post(token, 'orders', 'rollback', { version: 'n8' })).status).toBe(404);
  // The same bytes may go live.
  await calls.published(token, 'orders', 'n8', { version: 'n8' });
});
