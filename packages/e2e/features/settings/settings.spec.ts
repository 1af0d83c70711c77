import type { Locator } from '@playwright/test';
import { buildModule } from '../../portal/build-module';
import { signIn, startSession, waitForSignIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { bell } from '../notifications/notification-panel';

test('theme and language are stored, applied to the document and followed by other tabs', async ({ page, context }) => {
  await page.goto('/signin');
  await waitForSignIn(page);
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'light');
  const other = await context.newPage();
  await other.goto('/recover');
  await expect(other.getByRole('heading', { name: 'Recupere a sua senha' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Recover your password' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');

  await signIn(page, 'ana');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  for (const tab of [page, other]) await expect(tab.locator('html')).toHaveAttribute('display-mode', 'dark');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a visitor of a public page without the top bar chooses the language and the theme, which follows the system', async ({
  page,
}) => {
  const root = page.locator('html');
  await page.goto('/smsa/tickets/evaluation');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(root).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'System theme' }).click();
  await expect(root).toHaveAttribute('display-mode', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('display-mode', 'dark');
  const color = page.locator('meta[name="theme-color"]');
  await expect(color).toHaveAttribute('content', '#1b1b1a');

  // The first paint has them without the scripts of the shell.
  await page.route('**/@portico/**', async () => {});
  await page.goto('/signin', { waitUntil: 'commit' });
  await expect(page.getByRole('heading')).toHaveText('Login');
  await expect(root).toHaveAttribute('display-mode', 'dark');
  await expect(color).toHaveAttribute('content', '#1b1b1a');
});

test('paper is white without bar and buttons, and forced colours show what is selected', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('portico:theme', 'dark'));
  await signIn(page, 'ana', '/smsa/');
  await expect(bell(page)).toBeVisible();
  const current = page.getByRole('main').getByRole('link', { name: 'Chamados', exact: true });
  const getColors = (locator: Locator) =>
    locator.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return { backgroundColor, color };
    });
  await expect(page.getByRole('region', { name: /Alt\+T/ })).toBeAttached();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  const paper = { backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' };
  expect(await getColors(page.locator('body'))).toEqual(paper);

  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await bell(page).click();
  for (const selected of [current, page.getByRole('tab', { selected: true })]) {
    expect((await getColors(selected)).backgroundColor).not.toBe(
      (await getColors(page.locator('body'))).backgroundColor,
    );
  }
});

test('with the dark theme stored, no frame of the page has a light background', async ({ page }) => {
  await startSession(page, 'ana');
  await page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('portico:theme', 'dark');
    const grounds = new Set<string>();
    Reflect.set(window, 'grounds', grounds);
    const look = () => {
      if (document.body) grounds.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  const grounds = await page.evaluate(() => [...Reflect.get(window, 'grounds')]);
  expect(grounds).toEqual(['rgb(19, 19, 18)']);
  // The browser's own parts (scroll bars, the canvas before the body) are dark too.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});

test('a module with its own jotai and i18next follows theme and language within 100 ms, and changes no text of the shell', async ({
  page,
  modules,
}) => {
  modules.serves('/module.js', await buildModule('own-state'));
  await signIn(page, 'dora', '/smsa-local/');
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Texto do módulo, light');

  // Both catalogues are loaded now, so the times exclude the network.
  await choose(page, 'setLocale', 'en');
  // On a busy machine one change may wait for other processes.
  await expect(async () => {
    await choose(page, 'setLocale', 'pt');
    expect(await choose(page, 'setLocale', 'en')).toBeLessThan(100);
  }).toPass();
  await expect(title).toHaveText('Text of the module, light');
  await choose(page, 'setTheme', 'dark');
  await expect(async () => {
    await choose(page, 'setTheme', 'light');
    expect(await choose(page, 'setTheme', 'dark')).toBeLessThan(100);
  }).toPass();
  await expect(title).toHaveText('Text of the module, dark');

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

/**
 * Changes a setting as the shell does.
 * @returns the time until the module has rendered it, in milliseconds
 */
function choose(page: Page, setter: 'setLocale' | 'setTheme', value: string): Promise<number> {
  return page.evaluate(
    async ([name, setting]) => {
      const shared = await System.import('@portico/shared');
      const title = document.querySelector('main h1');
      if (!title) throw new Error('The module is not on screen.');
      const drawn = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve(performance.now());
        });
        observer.observe(title, { childList: true, characterData: true, subtree: true });
      });
      const start = performance.now();
      shared[name](setting);
      return (await drawn) - start;
    },
    [setter, value] as const,
  );
}
