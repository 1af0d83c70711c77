import { fillSignIn, signIn, waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('the sign-in form loads in two steps: the page, then all files, once each', { tag: '@chromium' }, async ({
  page,
  portal,
}) => {
  const scripts: string[] = [];
  // Here the browser is never idle: what loads then, such as the realtime connection, is not part of the first load.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url().replace(portal.url, ''));
  });
  await page.goto('/signin');
  await waitForSignIn(page);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.length).toBeLessThanOrEqual(10);
  // Every one of them was asked for by the page itself, before any script had run.
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => new URL(href).pathname),
  );
  expect(scripts.filter((script) => !preloaded.includes(script))).toEqual([]);
  // No call to the API stands between the page and the form.
  expect(
    await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length,
    ),
  ).toBe(0);
});

test('for a returning user, all texts load with the other files, once', { tag: '@chromium' }, async ({ page }) => {
  await signIn(page, 'ana');
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/locale-')) texts.push(request.url().replace(/.*\/|\.[^/]*$/g, ''));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  expect(texts.sort()).toEqual(['locale-pt', 'locale-pt-rest']);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('link[href*="/locale-"]')].map((link) => link.getAttribute('rel')),
    ),
  ).toEqual(['preload', 'preload']);
});

test('the page brings session and module: nothing that can wait loads before, and nothing twice', {
  tag: '@chromium',
}, async ({ page }) => {
  await signIn(page, 'ana');
  await page.goto('about:blank');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const late = (path: string) => /^\/api\/|notifications|overlay|menus|realtime|mqtt/.test(path);
  let release = () => {};
  const entryIsAsked = new Promise<void>((resolve) => {
    void page.route('**/smsa/remoteEntry.js', async (route) => {
      resolve();
      await new Promise<void>((wait) => (release = wait));
      await route.continue();
    });
  });
  // Answers of the broker: to the connection and to both subscriptions.
  let answers = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => (answers += 1)));
  const response = await page.goto('/smsa/', { waitUntil: 'commit' });
  expect(await response?.text()).toMatch(/<link rel="preload" as="script" href="[^"]+\/smsa\/remoteEntry.js"/);
  await entryIsAsked;
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  expect(paths.filter(late)).toEqual([]);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Chamados' })).toBeVisible();
  expect(paths.filter((path) => path.endsWith('/remoteEntry.js'))).toHaveLength(1);
  await expect(page.getByRole('button', { name: /^Notificações/ })).toBeVisible();
  await expect.poll(() => answers).toBeGreaterThanOrEqual(3);
  await expect.poll(() => paths.filter((path) => path === '/api/notifications').length).toBe(2);
});

test.describe('with only the texts before sign-in', () => {
  test.use({ expectedErrors: /Failed to load resource|\[portico\]|locale-pt-rest/ });

  test('a screen that needs the other texts shows a failure without text keys, and loads on a retry', async ({
    page,
  }) => {
    await page.route('**/locale-pt-rest.*.js', (route) => route.abort());
    await page.goto('/');
    await fillSignIn(page, 'ana@portico.test');
    const content = page.getByRole('main');
    await expect(content.getByRole('heading', { name: 'Início não carregou' })).toBeVisible();
    const bar = page.locator('#portico-topbar');
    await expect(bar.getByRole('alert')).toHaveText('Barra superior não carregou');
    await expect(bar.getByRole('button', { name: 'Encerrar sessão' })).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(56);
    await expect(page.locator('body')).not.toContainText(/\b[a-z]+\.[a-z_]+\b/);
    await page.unroute('**/locale-pt-rest.*.js');
    await content.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
    await bar.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  });
});

test.describe('without the scripts of the shell', () => {
  test.use({ expectedErrors: /Failed to load resource|SystemJS/ });

  test('the dark theme applies before the first paint', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('portico:theme', 'dark'));
    await page.route('**/@portico/**', (route) => route.abort());
    await page.goto('/signin', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  });
});

test('the menus load after sign-in', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/signin');
  await waitForSignIn(page);
  expect(scripts.some((url) => url.includes('menus'))).toBe(false);
  await signIn(page, 'ana');
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await expect(page.getByRole('menuitem', { name: 'SMSA', exact: true })).toBeVisible();
});
