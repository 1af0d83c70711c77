import { randomUUID } from 'node:crypto';
import { providerPassword, startOidcProvider } from '@portico/server/testing/oidc-provider';
import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import type { PortalProcess } from '../../portal/portal-process';
import { readMailedCode } from '../../portal/read-mailed-code';
import { switchTheme } from '../../portal/settings';
import { expect, type Page, test } from '../../portal/test';

const client = { client_id: 'portal', client_secret: 'secret-of-the-client' };

/** Starts a provider of the tenant acme, which gives its users an application. Its one account is new to the portal. */
async function startProvider(portal: PortalProcess) {
  const account = { sub: randomUUID(), email: `eva-${randomUUID()}@acme.example`, name: 'Eva Lima', groups: ['crew'] };
  const provider = await startOidcProvider({ accounts: [account], clients: [] });
  const change = (body: object) =>
    callOperator(portal, 'PUT', 'operator/tenants/acme/sign-in-providers', {
      ...client,
      issuer: provider.issuer,
      ...body,
    });
  await callOperator(portal, 'POST', 'operator/tenants', { key: 'acme', name: 'Acme' });
  await callOperator(portal, 'PUT', 'operator/tenants/acme/apps/smsa', { name: 'Parcel Service' });
  const domains = ['acme.example'];
  const added = await change({ name: 'Acme ID', domains, creates_users: true });
  const { callback_path } = await added.json();
  provider.addClient({ ...client, redirect_uris: [portal.tenantUrl('acme') + callback_path] });
  const mapping = { claim: 'groups', value: 'crew', module: 'smsa' };
  await callOperator(portal, 'POST', 'operator/tenants/acme/mappings', mapping);
  const stop = async () => {
    await callOperator(portal, 'DELETE', 'operator/tenants/acme');
    await provider.stop();
  };
  const start = portal.tenantUrl('acme') + callback_path.replace('/callback', '');
  return { account, change, start, stop };
}

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading')).toHaveText('Sign in at the provider');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(providerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// The open page notices that the session has ended with the passwords.
test.use({ expectedErrors: /status of 40[013]/ });

test('the e-mail leads to the provider or to the password, and without passwords there is one button', async ({
  page,
  portal,
}) => {
  const { account, change, stop } = await startProvider(portal);
  await page.goto(`${portal.tenantUrl('acme')}/smsa/tickets/4812?page=2#last`);
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await expect(page).toHaveURL(/\/signin\?link=/);
  await email.fill('eva@other.example');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(email).toHaveValue('eva@other.example');
  await expect(email).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await email.fill(account.email);
  await page.keyboard.press('Enter');
  await signInAtProvider(page, account.email);
  await expect(page).toHaveURL('/smsa/tickets/4812?page=2#last'.replace(/^/, portal.tenantUrl('acme')));
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();

  await change({ passwords_off: true });
  // A refresh of the open page would bring the cookies back.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /portico/ });
  await page.goto(`${portal.tenantUrl('acme')}/smsa/tickets/4812?page=2#last`);
  const button = page.getByRole('link', { name: 'Continuar com Acme ID' });
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page).toHaveURL(/\/signin\?link=/);
  expect(await axeFindings(page)).toEqual([]);
  // The provider still knows the user.
  await button.click();
  await expect(page).toHaveURL(`${portal.tenantUrl('acme')}/smsa/tickets/4812?page=2#last`);
  await stop();
});

test('an account is linked by a mailed code, confirms a step in a new tab, and is removed', async ({
  page,
  context,
  portal,
}) => {
  const { account, start, stop } = await startProvider(portal);
  const user = { ...account, password: 'a-good-password', tenant: 'acme' };
  await callOperator(portal, 'POST', 'operator/users', user);
  const expectAccessible = async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page)).toEqual([]);
    }
  };
  await page.goto(`${start}/callback?state=unknown`);
  await expect(page.getByRole('heading')).toHaveText('Você não entrou');
  await expectAccessible();

  await page.goto(`${start}?link=${encodeURIComponent('/profile#security')}`);
  await signInAtProvider(page, account.email);
  await expect(page.getByRole('heading')).toHaveText('Esta conta é sua?');
  await expectAccessible();
  await page.getByRole('button', { name: 'Enviar um código por e-mail' }).click();
  await expect(page.getByRole('status')).toContainText(account.email);
  await expectAccessible();
  await expect.poll(() => readMailedCode(portal.dataFolder, account.email)).toBeDefined();
  await page.getByLabel('Código do e-mail').fill((await readMailedCode(portal.dataFolder, account.email)) ?? '');
  await page.getByRole('button', { name: 'Vincular e entrar' }).click();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Configurar', exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const opened = context.waitForEvent('page');
  await dialog.getByRole('link', { name: /^Confirmar em .*Acme ID/ }).click();
  const tab = await opened;
  // The provider knows the user, and asks all the same.
  await signInAtProvider(tab, account.email);
  await expect(tab.getByRole('heading')).toHaveText('Confirmado');
  expect(await axeFindings(tab)).toEqual([]);
  await tab.close();
  await expect(dialog).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const row = page.getByRole('listitem').filter({ hasText: 'Acme ID' });
  await expect(row).toContainText('Abriu esta sessão');
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme);
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  await row.getByRole('button', { name: 'Remover' }).click();
  const question = page.getByRole('dialog', { name: 'Remover Acme ID?' });
  await expectAccessible();
  await question.getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByRole('dialog', { name: 'A sua sessão terminou' })).toBeVisible();
  await expect(question).toBeHidden();
  await page.goto(start);
  await expect(page.getByRole('heading')).toHaveText('Esta conta é sua?');
  await stop();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form does the same', async ({ page, portal }) => {
    const { account, change, stop } = await startProvider(portal);
    await page.goto(`${portal.tenantUrl('acme')}/smsa/tickets?page=2`);
    await page.getByLabel('E-mail').fill('eva@other.example');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
    await expect(page.getByText('eva@other.example')).toBeVisible();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue('eva@other.example');
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await signInAtProvider(page, account.email);
    await expect(page).toHaveURL(`${portal.tenantUrl('acme')}/smsa/tickets?page=2`);
    await expect(page.getByLabel('E-mail')).toHaveCount(0);

    await change({ passwords_off: true });
    await page.context().clearCookies({ name: /portico/ });
    await page.goto(`${portal.tenantUrl('acme')}/smsa/tickets`);
    await page.getByRole('link', { name: 'Continuar com Acme ID' }).click();
    await expect(page).toHaveURL(`${portal.tenantUrl('acme')}/smsa/tickets`);
    await stop();
  });
});
