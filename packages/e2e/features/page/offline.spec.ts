import { axeFindings } from '../../portal/axe';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

// Requests fail without network.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource|status of 503/,
});

test('without network a page says so, in the language and theme of the user, and continues by itself', async ({
  page,
  context,
}) => {
  await signIn(page, 'ana');
  await page.evaluate(() => localStorage.setItem('portico:theme', 'dark'));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The service worker serves every page after the first.
  await page.goto('/smsa/');
  await expect(page.getByRole('heading', { level: 1, name: 'Chamados' })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/offline-worker\.js$/);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sem conexão com o portal' })).toBeVisible();
  await expect(page.getByText('No connection to the portal')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('portico:locale', 'en'));
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { name: 'No connection to the portal' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('portico:theme', 'light'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection to the portal' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'light');

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page).toHaveURL(/\/smsa\/$/);
});
