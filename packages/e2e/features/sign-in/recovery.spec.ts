import { axeFindings } from '../../portal/axe';
import { waitForMailedLink } from '../../portal/read-mailed-code';
import { signIn, waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { signInByApi } from '../../portal/user';

test.use({ expectedErrors: /status of 40[01]/ });

test('a user resets a forgotten password with the mailed code', async ({ page, portal, user }) => {
  await page.goto('/signin?link=%2Fsmsa%2F');
  await waitForSignIn(page);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  const send = page.getByRole('button', { name: 'Enviar código' });
  await expect(send).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue(user.email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Verifique o seu e-mail' })).toBeVisible();
  await expect(page.getByText(/Enviar novamente em /)).toBeVisible();
  const codeField = page.getByLabel('Código', { exact: true });
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(user.email);

  await expect.poll(() => portal.mailedCode(user.email)).toMatch(/^\d{6}$/);
  const code = (await portal.mailedCode(user.email)) ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  const password = page.getByLabel('Nova senha', { exact: true });
  await password.fill('a new and long password');
  await codeField.fill(wrong);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  await codeField.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  const resets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') resets.push(request.url());
  });
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa%2F');
  expect(resets).toHaveLength(1);
  await expect(page.getByLabel('E-mail')).toHaveValue(user.email);

  await page.getByLabel('Senha', { exact: true }).fill('a new and long password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/smsa/');
  await expect(page.getByRole('heading', { name: 'Chamados' })).toBeVisible();
});

test('a user who is signed in reports a sign-in in another browser, and is led to a new password', async ({
  page,
  portal,
  user,
}) => {
  await signIn(page, user);
  await signInByApi(portal, user);
  await page.goto(await waitForMailedLink(portal.dataFolder, user.email, 'recover'));
  await page.getByRole('button', { name: 'Não fui eu' }).click();
  await expect(page.getByRole('heading', { name: 'Todas as sessões terminaram' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Definir outra senha' }).click();
  await expect(page).toHaveURL('/recover');
  await expect(page.getByLabel('E-mail')).toHaveValue(user.email);
  await expect(page.getByRole('button', { name: 'Enviar código' })).toBeVisible();
});
