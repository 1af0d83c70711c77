import { buildModule, expect, type Page, signIn, test } from '../src';

const keys = { smsa: 'leaks-listener', hrstudium: 'leaks-interval', 'smsa-dev': 'leaks-global' } as const;

test.use({
  moduleFiles: {
    ...Object.fromEntries(Object.keys(keys).map((key) => [key, `/${key}/module.js`])),
    welcome: '/welcome.js',
  },
  configuration: { overrides: ['http://localhost:9200'] },
});

test.beforeEach(async ({ modules }) => {
  for (const [key, name] of Object.entries(keys)) modules.serves(`/${key}/module.js`, await buildModule(name));
  modules.serves('/welcome.js', await buildModule('browser-router'));
});

/** What the console says of modules that left something behind, from now on. */
function warnings(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('left behind')) found.push(message.text());
  });
  return found;
}

async function visitAll(page: Page): Promise<void> {
  await signIn(page, 'dora');
  for (const key of [...Object.keys(keys), 'welcome']) {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expect(page.getByRole('main').getByRole('heading', { name: /^(Leaks|Page)/ })).toBeVisible();
    // What the shell itself begins while a module is on screen is no module's.
    await page.getByRole('button', { name: 'Menu da conta' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).press('Escape');
    await page.getByRole('banner').locator('a[href="/"]').click();
    await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  }
}

test('developers are told what each module left behind, and of no other', async ({ page, context, portal }) => {
  await context.addCookies([{ name: 'portico-overrides', value: 'on', url: portal.url }]);
  const found = warnings(page);
  await visitAll(page);
  await expect
    .poll(() => found)
    .toEqual([
      '[portico] @module/smsa left behind: a listener of "popstate" on window, a listener of "keydown" on document.',
      '[portico] @module/hrstudium left behind: an interval of 5000 ms.',
      '[portico] @module/smsa-dev left behind: the global "leakedByModule".',
    ]);
});

test('nobody else is, nor loads what finds it', async ({ page }) => {
  const found = warnings(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await visitAll(page);
  expect(found).toEqual([]);
  expect(scripts.filter((url) => url.includes('leaks.'))).toEqual([]);
});
