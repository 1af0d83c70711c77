import { Secret, TOTP } from 'otpauth';
import { axeFindings } from '../../portal/axe';
import { fillSignIn, signIn, signOut, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.use({ expectedErrors: /status of 40[0134]/ });

test('a user sets up a second factor, signs in by a code, and in a trusted browser without; a recovery code needs no scripts', async ({
  page,
  browser,
  portal,
  user,
}) => {
  let secret = '';
  const getCode = (step = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  let recoveryCodes: string[] = [];
  await signIn(page, user, '/profile#security');

  await test.step('set up in the profile', async () => {
    await page.getByRole('button', { name: 'Configurar' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
    await proof.getByLabel('Senha atual').fill(user.password);
    await proof.getByRole('button', { name: 'Continuar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Segundo fator' });
    await expect(dialog.getByLabel('Código', { exact: true })).toBeFocused();
    secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Código', { exact: true }).fill(getCode());
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    const kept = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' });
    await expect(kept.getByRole('listitem')).toHaveCount(10);
    recoveryCodes = await kept.getByRole('listitem').allInnerTexts();
    expect(await axeFindings(page)).toEqual([]);
    await kept.getByRole('button', { name: 'Já guardei' }).click();
    await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible();
  });

  await test.step('sign in by a code, and trust the browser', async () => {
    await signOut(page);
    await fillSignIn(page, user.email);
    const code = page.getByLabel('Código', { exact: true });
    await expect(code).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Este código está errado ou já foi usado. Informe o próximo.')).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill(getCode(1));
    await page.getByLabel('Não pedir código neste navegador por 30 dias').check();
    await page.keyboard.press('Enter');
    await waitForTopBar(page);
  });

  await test.step('the next sign-in needs none', async () => {
    await signOut(page);
    await fillSignIn(page, user.email);
    await waitForTopBar(page);
    await page.goto('/profile#security');
    await expect(page.getByText(/^Sem código até/)).toBeVisible();
  });

  await test.step('another browser, without scripts, by a recovery code', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url, locale: 'pt-BR' });
    const other = await context.newPage();
    await other.goto('/smsa/tickets?page=2');
    await other.getByLabel('E-mail').fill(user.email);
    await other.getByLabel('Senha', { exact: true }).fill(user.password);
    await other.keyboard.press('Enter');
    const code = other.getByLabel(/^Código/);
    await expect(code).toBeFocused();
    // The same field takes a recovery code, which has letters.
    await expect(code).not.toHaveAttribute('inputmode');
    await code.fill('000000');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('alert')).toHaveText('Este código está errado ou já foi usado. Informe o próximo.');
    await code.fill(recoveryCodes[0] ?? '');
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL('/smsa/tickets?page=2');
    await expect(code).toHaveCount(0);
    await context.close();
  });
});
