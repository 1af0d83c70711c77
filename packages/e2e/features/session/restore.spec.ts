import { startSession } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('reloading deep inside a module never paints the sign-in form, and keeps the whole address', async ({ page }) => {
  await startSession(page, 'ana');
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('input[type=password]')) Object.assign(window, { hasPaintedForm: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/smsa/deep?x=1#y');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  await expect(page).toHaveURL('/smsa/deep?x=1#y');
  expect(await page.evaluate(() => 'hasPaintedForm' in window)).toBe(false);
});

test.describe('while the API is down', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('the screen appears, and the user stays signed in', async ({ page }) => {
    await startSession(page, 'ana');
    await page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
    const failed = page.waitForResponse('**/api/auth/refresh');
    await page.goto('/smsa/');
    await failed;
    await expect(page.getByRole('heading', { name: 'Chamados' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  });

  test('a tab that needs the API says that it is unreachable, keeps the user signed in, and recovers', async ({
    page,
  }) => {
    await startSession(page, 'ana');
    // Another tab signed out of an unknown session, so this tab trusts no page.
    await page.addInitScript(() => localStorage.setItem('portico:auth:stamp', 'signed-out'));
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503 }));
    await page.goto('/smsa/deep?x=1#y');
    await expect(page.getByRole('heading', { name: 'Não foi possível acessar o portal' })).toBeVisible();
    await expect(page).toHaveURL('/smsa/deep?x=1#y');
    await page.unroute('**/api/auth/refresh');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
    await expect(page).toHaveURL('/smsa/deep?x=1#y');
  });

  test('public pages work', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.goto('/smsa/portal');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('a session that ended elsewhere leads to the sign-in form, without a failed call', async ({ page, context }) => {
  await startSession(page, 'ana');
  await context.clearCookies({ name: '__Host-portico-refresh' });
  await page.goto('/profile');
  await expect(page).toHaveURL('/signin?link=%2Fprofile');
  await expect(page.getByText('A sua sessão terminou.')).toBeVisible();
});
