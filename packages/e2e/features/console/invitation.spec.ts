import { randomUUID } from 'node:crypto';
import { callOperator } from '../../portal/call-operator';
import { waitForMailedLink } from '../../portal/read-mailed-code';
import { fillSignIn, signIn, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('an invited person sets a password, asks for an application, and gets it live', async ({
  page,
  portal,
  user,
  browser,
}) => {
  await callOperator(portal, 'PUT', 'operator/roles', {
    email: user.email,
    granted: { role: 'administrator', tenant: 'smsa' },
  });
  const password = 'uma-senha-boa';
  const email = `nina-${randomUUID()}@portico.test`;
  await signIn(page, user, '/console/invitations/new');
  const list = `e-mail;nome;aplicativos\n${email};Nina Reis;hrstudium`;
  await page.getByRole('textbox').fill(list);
  await page.getByRole('button', { name: 'Mostrar o que vai acontecer' }).click();
  await expect(page.getByRole('row', { name: email })).toBeVisible();
  await page.getByRole('button', { name: 'Convidar' }).click();
  await expect(page.getByRole('cell', { name: 'Nina Reis' })).toBeVisible();

  const context = await browser.newContext({ baseURL: portal.url, locale: 'pt-BR' });
  const nina = await context.newPage();
  await nina.goto(await waitForMailedLink(portal.dataFolder, email, 'invitation'));
  await nina.getByLabel('Senha', { exact: true }).fill(password);
  await nina.getByRole('button', { name: 'Aceitar' }).click();
  await fillSignIn(nina, email, password);
  await waitForTopBar(nina);
  await nina.goto('/smsa/');
  await expect(nina.getByText('Você não tem acesso a smsa.')).toBeVisible();
  await page.goto('/console/access');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await nina.getByRole('button', { name: 'Pedir acesso' }).press('Enter');
  await expect(nina.getByText(/^Você pediu acesso em/)).toBeVisible();

  // It appears without a reload, and before the console fetches by itself.
  const request = page.getByRole('listitem').filter({ hasText: email });
  await expect(request).toBeVisible({ timeout: 10_000 });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await request.getByRole('button', { name: 'Conceder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conceder' }).click();
  await expect(nina.getByText('Você não tem acesso a smsa.')).toBeHidden();
  await nina.getByRole('main').getByRole('link', { name: /^SMSA/ }).first().click();
  await expect(nina).toHaveURL(/\/smsa\//);
  await context.close();
});
