import { fillSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.describe('with wrong credentials', () => {
  // Chromium logs every refused request; this one is the point of the test.
  test.use({ expectedErrors: /status of 401/ });

  test('the form says that they are wrong, in its language, and keeps the e-mail', async ({ page }) => {
    await page.goto('/signin');
    await fillSignIn(page, 'ana@portico.test', 'not-the-password');
    await expect(page.getByRole('alert')).toHaveText('O e-mail e a senha não conferem.');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('The e-mail and password do not match.');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('a user without applications is signed out, and told why', async ({ page, context }) => {
  await page.goto('/signin');
  await fillSignIn(page, 'carla@portico.test');
  await expect(page.getByText('Não há aplicações para você aqui.')).toBeVisible();
  await expect(page).toHaveURL('/signin');
  const cookies = async () => (await context.cookies()).filter(({ name }) => /session|refresh/.test(name));
  await expect.poll(cookies).toEqual([]);
});

test.describe('while the API is down', () => {
  test.use({ expectedErrors: /ERR_CONNECTION_REFUSED/ });

  test('the form shows another message than for a wrong password', async ({ page }) => {
    await page.goto('/signin');
    await page.route('**/api/auth', (route) => route.abort('connectionrefused'));
    await fillSignIn(page, 'ana@portico.test');
    await expect(page.getByText('Não foi possível acessar o portal.')).toBeVisible();
  });
});
