import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { pushTest as test } from './push-test';

test('the profile stores the choice of notifications, and follows the permission of the browser', async ({
  page,
  context,
  portal,
  user,
}) => {
  await signIn(page, user, '/profile#notifications');
  const hr = page.getByRole('switch', { name: 'HR Studium' });
  await expect(hr).toBeChecked();
  await hr.focus();
  await page.keyboard.press('Space');
  await expect(hr).not.toBeChecked();
  await expect(hr).not.toHaveAttribute('aria-busy');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'SMSA', exact: true })).toBeChecked();
  await expect(hr).not.toBeChecked();

  await expect(page.getByRole('button', { name: 'Permitir notificações' })).toBeVisible();
  await context.grantPermissions(['notifications'], { origin: portal.url });
  await expect(page.getByText('Ele pode mostrar notificações.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Permitir notificações' })).toHaveCount(0);
});
