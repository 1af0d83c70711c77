import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { addUser, signInByApi } from '../../portal/user';

test('the help desk finds out why a sign-in fails, unlocks, and the user signs in', async ({ page, portal, user }) => {
  const granted = { role: 'help-desk', tenant: 'smsa' };
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted });
  const name = `Nina ${crypto.randomUUID()}`;
  const locked = await addUser(portal, { name });
  const wrong = { ...locked, password: 'not-the-password' };
  await expect(async () => {
    await expect(signInByApi(portal, wrong)).rejects.toThrow('429');
  }).toPass();

  await signIn(page, user, '/console/people');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText(/^Acessos recusados neste tenant: bloqueado até/)).toBeVisible();
  await expect(page.getByText('Senha errada').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByText('Consegue entrar.')).toBeVisible();
  await signInByApi(portal, locked);
});
