import type { CDPSession, Page } from '@playwright/test';
import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { signIn, signOut, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.use({ expectedErrors: /status of 40[0134]/ });

/** Chromium's authenticator in software, which verifies its user. */
async function addAuthenticator(page: Page): Promise<{ readonly cdp: CDPSession; readonly authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('a user adds a passkey, signs in by it, proves by it who they are, and removes it after it was lost', async ({
  page,
  portal,
  user,
}) => {
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted: { role: 'operator' } });
  const { authenticatorId, cdp } = await addAuthenticator(page);
  await signIn(page, user, '/profile#security');

  await test.step('add and name it', async () => {
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByLabel('Senha atual').fill(user.password);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect(
      page.getByText('A chave de acesso foi adicionada. Você pode entrar com ela.', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Renomear/ }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Telefone');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Telefone', { exact: true })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('the device that has it makes no second one', async () => {
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await expect(page.getByText('Este dispositivo já tem uma chave de acesso sua.')).toBeVisible();
  });

  await test.step('sign in without a password, from the list of the e-mail field', async () => {
    // The authenticator answers for the user as soon as the form offers its passkeys.
    await page.getByRole('button', { name: 'Menu da conta' }).click();
    const signedIn = page.waitForResponse((response) => response.url().endsWith('/api/auth/passkey'));
    await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
    expect((await signedIn).status()).toBe(200);
    await waitForTopBar(page);
  });

  await test.step('prove it in the console', async () => {
    await page.goto(`/console/people/${user.email}`);
    await page.getByRole('button', { name: 'Exportar dados' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exportar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByRole('button', { name: 'Usar uma chave de acesso' }).click();
    await expect(page.getByText(/^Os dados de Ana Prado/)).toBeVisible();
  });

  await test.step('a lost one is removed by a mailed code', async () => {
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await signOut(page);
    await waitForSignIn(page);
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect.poll(() => portal.mailedCode(user.email)).toMatch(/^\d{6}$/);
    await page.getByLabel('Código', { exact: true }).fill((await portal.mailedCode(user.email)) ?? '');
    await page.getByLabel('Nova senha', { exact: true }).fill('a new and long password');
    await page.getByLabel('Remover todas as minhas chaves de acesso').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByLabel('Senha', { exact: true }).fill('a new and long password');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await waitForTopBar(page);
    await page.goto('/profile#security');
    await expect(page.getByText('Você ainda não tem uma chave de acesso aqui.')).toBeVisible();
  });
});
