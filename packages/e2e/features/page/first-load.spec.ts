import type { Request } from '@playwright/test';
import { holdRequests } from '../../portal/hold-requests';
import { fillSignIn, signIn, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

test('the sign-in form loads in two steps: the page, then all files, once each', async ({ page, portal }) => {
  const scripts: string[] = [];
  // The browser is never idle here: idle work, such as the realtime connection, is not part of the first load.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url().replace(portal.url, ''));
  });
  await page.goto('/signin');
  await waitForSignIn(page);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.length).toBeLessThanOrEqual(10);
  // The page itself requests every file, before any script runs.
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => new URL(href).pathname),
  );
  expect(scripts.filter((script) => !preloaded.includes(script))).toEqual([]);
  // The form waits for no API call.
  expect(
    await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length,
    ),
  ).toBe(0);
});

test('the page preloads the texts of its language; the other language loads when it is chosen', async ({ page }) => {
  await signIn(page, 'ana');
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/locale-')) texts.push(request.url().replace(/.*\/|\.[^/]*$/g, ''));
  });
  await page.goto('/profile#language');
  await waitForTopBar(page);
  await expect(page.locator('link[rel=preload][href*="/locale-pt."]')).toHaveCount(1);
  expect(texts).toEqual(['locale-pt']);
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(page.getByRole('heading', { level: 2, name: 'Language' })).toBeVisible();
  expect(texts).toEqual(['locale-pt', 'locale-en']);
});

/** The budget of the shell for a signed-in page of a module, in requests and KiB on the wire. */
const limits = { untilHeading: { requests: 8, kib: 163 }, onceQuiet: { requests: 29, kib: 303 } };

test('the page requests session and module in one wave; the rest loads later, no file twice, and all within the budget', async ({
  page,
  portal,
  user,
}) => {
  // The lists of notifications count, and other tests add notifications to the demo users.
  await signIn(page, user);
  await page.goto('about:blank');
  const transfer = watchTransfer(page, portal.url);
  const modules: string[] = [];
  page.on('request', (request) => modules.push(new URL(request.url()).pathname));
  const late = (path: string) => /^\/api\/|\/(?:api|notifications|overlay|menus|account|realtime)\./.test(path);
  const entry = await holdRequests(page, '**/smsa/remoteEntry.js');
  // The broker answers the connection and both subscriptions.
  let answers = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => (answers += 1)));
  const response = await page.goto('/smsa/', { waitUntil: 'commit' });
  expect(await response?.text()).toMatch(/<link rel="preload" as="script" href="[^"]+\/smsa\/remoteEntry.js"/);
  await entry.isAsked;
  // One wave: the page itself requests every file.
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => new URL(href).pathname),
  );
  // The bar does not wait for a slow module. React marks the elements that it has hydrated.
  const menu = page.getByRole('button', { name: 'Menu da conta' });
  await expect
    .poll(() => menu.evaluate((button) => Object.keys(button).some((key) => key.startsWith('__react'))))
    .toBe(true);
  expect(transfer.paths().filter(late)).toEqual([]);
  expect(transfer.paths('script').filter((path) => !preloaded.includes(path))).toEqual([]);
  const first = await transfer.measure();
  expect(first.requests).toBeLessThanOrEqual(limits.untilHeading.requests);
  expect(first.kib).toBeLessThanOrEqual(limits.untilHeading.kib);
  entry.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Chamados' })).toBeVisible();
  expect(modules.filter((path) => path.endsWith('/remoteEntry.js'))).toHaveLength(1);
  await expect(page.getByRole('button', { name: /^Notificações/ })).toBeVisible();
  await expect.poll(() => answers).toBeGreaterThanOrEqual(3);
  const count = (path: RegExp) => transfer.paths().filter((other) => path.test(other)).length;
  await expect.poll(() => count(/^\/api\/notifications$/)).toBe(2);
  await expect.poll(() => count(/^\/api\/users\/images$/)).toBe(1);
  // The shell reads the map once the connection is open, and would miss no later change.
  await expect.poll(() => count(/^\/import-map\.json$/)).toBe(1);
  expect(count(/\/menus\./)).toBe(0);
  const all = await transfer.measure();
  expect(all.requests).toBeLessThanOrEqual(limits.onceQuiet.requests);
  expect(all.kib).toBeLessThanOrEqual(limits.onceQuiet.kib);
});

interface Transfer {
  /** The requested paths, in order, without the icon of the tab, which the browser requests. */
  readonly paths: (type?: 'script') => string[];
  readonly measure: () => Promise<{ readonly requests: number; readonly kib: number }>;
}

/** Counts what a page loads from an origin, headers included. */
function watchTransfer(page: Page, origin: string): Transfer {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin) && !request.url().endsWith('/favicon.png')) requests.push(request);
  });
  return {
    paths: (type) =>
      requests
        .filter((request) => type === undefined || request.resourceType() === type)
        .map((request) => new URL(request.url()).pathname),
    async measure() {
      const sizes = await Promise.all(requests.map((request) => request.response().then(() => request.sizes())));
      const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
      return { requests: requests.length, kib: bytes / 1024 };
    },
  };
}

test.describe('without the profile and the bar', () => {
  test.use({ expectedErrors: /Failed to load resource|\[portico\]|profile|topbar/ });

  test('screen and bar show failures with texts, not text keys, and load on a retry', async ({ page }) => {
    const files = /\/@portico\/(?:profile|topbar)\./;
    await page.route(files, (route) => route.abort());
    await page.goto('/profile');
    await fillSignIn(page, 'ana@portico.test');
    const content = page.getByRole('main');
    await expect(content.getByRole('heading', { name: 'Perfil não carregou' })).toBeVisible();
    const bar = page.locator('#portico-topbar');
    await expect(bar.getByRole('alert')).toHaveText('Barra superior não carregou');
    await expect(bar.getByRole('button', { name: 'Encerrar sessão' })).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(56);
    await expect(page.locator('body')).not.toContainText(/\b[a-z]+\.[a-z_]+\b/);
    await page.unroute(files);
    await content.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
    await bar.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  });
});

test.describe('without the script of a screen while the texts load', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('the shell starts, and requests the script again', async ({ page }) => {
    await page.addInitScript(() => origin === 'null' || localStorage.setItem('portico:locale', 'en'));
    // Fail both the preload and the script.
    let failures = 2;
    let failed = () => {};
    const hasFailed = new Promise<void>((resolve) => {
      failed = resolve;
    });
    await page.exposeFunction('scriptFailed', () => failed());
    await page.addInitScript(() => {
      const tell = ({ target }: Event) => target instanceof HTMLScriptElement && Reflect.get(window, 'scriptFailed')();
      addEventListener('error', tell, true);
    });
    await page.route('**/@portico/auth.*.js', (route) => {
      failures -= 1;
      return failures < 0 ? route.continue() : route.abort();
    });
    await page.route('**/@portico/locale-en.*.js', async (route) => {
      await hasFailed;
      await route.continue();
    });
    await page.goto('/signin');
    await waitForSignIn(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription('Enter your e-mail.');
    expect(failures).toBe(-1);
  });
});

test.describe('without the scripts of the shell', () => {
  test.use({ expectedErrors: /Failed to load resource|SystemJS/ });

  test('the dark theme applies before the first paint', { tag: '@firefox' }, async ({ page }) => {
    await page.addInitScript(() => origin === 'null' || localStorage.setItem('portico:theme', 'dark'));
    await page.route('**/@portico/**', (route) => route.abort());
    await page.goto('/signin', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  });
});

test('the menus load when the pointer enters one', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await signIn(page, 'ana');
  await page.getByRole('button', { name: 'Aplicações' }).hover();
  await expect.poll(() => scripts.filter((url) => url.includes('menus'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await expect(page.getByRole('menuitem', { name: 'SMSA', exact: true })).toBeVisible();
});
