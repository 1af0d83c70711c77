import { buildModule } from '../../portal/build-module';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { developerTest as test } from './developer-test';

const keys = { smsa: 'leaks-listener', hrstudium: 'leaks-interval', 'smsa-dev': 'leaks-global' } as const;

test.use({
  moduleFiles: {
    ...Object.fromEntries(Object.keys(keys).map((key) => [key, `/${key}/module.js`])),
    welcome: '/welcome.js',
  },
});

test.beforeEach(async ({ modules }) => {
  for (const [key, name] of Object.entries(keys)) modules.serves(`/${key}/module.js`, await buildModule(name));
  modules.serves('/welcome.js', await buildModule('browser-router'));
});

test('the console shows developers the leaks of each module', { tag: '@firefox' }, async ({
  page,
  context,
  portal,
}) => {
  await context.addCookies([{ name: 'portico-overrides', value: 'on', url: portal.url }]);
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('left behind')) found.push(message.text());
  });
  await signIn(page, 'dora');
  // Load the shell's menu before the first module; otherwise the module is blamed for its listeners.
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).press('Escape');
  for (const key of [...Object.keys(keys), 'welcome']) {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expect(page.getByRole('main').getByRole('heading', { name: /^(Leaks|Page)/ })).toBeVisible();
    await page.getByRole('banner').locator('a[href="/"]').click();
    await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  }
  await expect
    .poll(() => found)
    .toEqual([
      '[portico] @module/smsa left behind: a listener of "popstate" on window, a listener of "keydown" on document.',
      '[portico] @module/hrstudium left behind: an interval of 5000 ms.',
      '[portico] @module/smsa-dev left behind: the global "leakedByModule".',
    ]);
});
