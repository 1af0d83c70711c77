import { holdScripts } from '../../portal/hold-requests';
import { signIn, startSession, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('the top bar is in the page before its scripts, which hydrate it', async ({ page }) => {
  await signIn(page, 'ana');
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  const { release } = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  await expect(page.getByRole('button', { name: 'Tema claro' })).toBeVisible();
  const account = page.getByRole('button', { name: 'Menu da conta' });
  await expect(account).toHaveText('A');
  await page.evaluate(() => Object.assign(window, { early: [...document.querySelectorAll('header, header a')] }));
  const home = page.getByRole('banner').getByRole('link', { name: 'SMSA' });
  await home.focus();

  release();
  await waitForTopBar(page);
  await expect(home).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Ana' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'early').every((element: Element) => element.isConnected))).toBe(
    true,
  );
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible();
});

test('a click on a button before its script loads counts, and the focus stays', { tag: '@firefox' }, async ({
  page,
}) => {
  await startSession(page, 'ana');
  const { release } = await holdScripts(page);
  await page.goto('/smsa/', { waitUntil: 'commit' });
  await expect(page.getByRole('banner').getByRole('img', { name: 'SMSA' })).toBeVisible();
  await page.getByRole('button', { name: 'Aplicações' }).click();
  release();
  await expect(page.getByRole('menuitem', { name: 'HR Studium' })).toBeVisible();
});

test('a click on a button of the sign-in form before its script loads counts', async ({ page }) => {
  const { release } = await holdScripts(page);
  await page.goto('/signin', { waitUntil: 'commit' });
  await page.getByLabel('Senha', { exact: true }).fill('portico');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Ocultar senha' })).toBeVisible();
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('portico');
});

test('a page whose theme or language differs from the browser’s shows its skeleton', async ({ page }) => {
  await startSession(page, 'ana');
  await page.addInitScript(() => origin === 'null' || localStorage.setItem('portico:locale', 'en'));
  const { release } = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('main > .portico-loader')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ana' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  // The page host knows the settings from the second page on.
  const response = await page.reload();
  expect(await response?.text()).toContain('Account menu');
});
