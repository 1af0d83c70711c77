import { fillSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.describe('with wrong credentials', () => {
  // Chromium logs every refused request, and this test needs refused requests.
  test.use({ expectedErrors: /status of 401|ERR_CONNECTION_REFUSED/ });

  test('the form says that they are wrong, in its language, keeps the e-mail, and has another message while the API is down', async ({
    page,
  }) => {
    await page.goto('/signin');
    await fillSignIn(page, 'ana@portico.test', 'not-the-password');
    await expect(page.getByRole('alert')).toHaveText('O e-mail e a senha não conferem.');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('The e-mail and password do not match.');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.route('**/api/auth', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/^The portal cannot be reached/);
  });
});

test('a user without applications is signed out, and sees the reason', async ({ page, context }) => {
  await page.goto('/signin');
  await fillSignIn(page, 'carla@portico.test');
  await expect(page.getByText('Não há aplicações para você aqui.')).toBeVisible();
  await expect(page).toHaveURL('/signin');
  const cookies = async () => (await context.cookies()).filter(({ name }) => /session|refresh/.test(name));
  await expect.poll(cookies).toEqual([]);
});
