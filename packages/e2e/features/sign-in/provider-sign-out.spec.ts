import { randomUUID } from 'node:crypto';
import { signInProviderSchema } from '@portico/contract/administration';
import { providerPassword, startOidcProvider } from '@portico/server/testing/oidc-provider';
import * as v from 'valibot';
import { callOperator } from '../../portal/call-operator';
import { expect, test } from '../../portal/test';

// A tab whose session has ended may ask the server once more.
test.use({ expectedErrors: /status of 40[01]|fonts\.googleapis\.com/ });

test('groups of a provider give an application; a sign-out there reaches both tabs; a new sign-in there too; one here goes there', async ({
  page: first,
  context,
  portal,
}) => {
  const account = { sub: 'n1', email: `${randomUUID()}@company.test`, name: 'Nova Reis', groups: ['Service desk'] };
  const oidc = await startOidcProvider({ accounts: [account], clients: [] });
  const client = { client_id: randomUUID(), client_secret: 'the secret of the client' };
  const answer = await callOperator(portal, 'PUT', 'operator/tenants/smsa/sign-in-providers', {
    ...client,
    issuer: oidc.issuer,
    domains: ['company.test'],
    creates_users: true,
  });
  const { callback_path, id } = v.parse(signInProviderSchema, await answer.json());
  oidc.addClient({
    ...client,
    redirect_uris: [`${portal.url}${callback_path}`],
    post_logout_redirect_uris: [`${portal.url}/`],
    grant_types: ['authorization_code', 'refresh_token'],
    backchannel_logout_uri: `${portal.url}/api/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
  });
  const mapping = { claim: 'groups', value: 'Service desk', module: 'smsa', provider_id: id };
  await callOperator(portal, 'POST', 'operator/tenants/smsa/mappings', mapping);
  const start = `${portal.url}/api/sign-in/${id}`;

  await first.goto(start);
  await first.getByLabel('E-mail').fill(account.email);
  await first.getByLabel('Password').fill(providerPassword);
  await first.getByRole('button', { name: 'Sign in' }).click();
  await expect(first.getByRole('heading', { name: 'Olá, Nova' })).toBeVisible();
  await expect(first.getByRole('link', { name: 'SMSA Gestão de serviços' })).toBeVisible();
  const [second, atProvider] = [await context.newPage(), await context.newPage()];
  await second.goto(portal.url);
  await expect(second.getByRole('heading', { name: 'Olá, Nova' })).toBeVisible();

  await atProvider.goto(`${oidc.issuer}/session/end`);
  await atProvider.getByRole('button', { name: 'Yes, sign me out' }).click();
  // The tabs make no call of their own.
  for (const tab of [first, second]) await expect(tab.getByText('A sua sessão terminou')).toBeVisible();
  await atProvider.close();
  await second.close();

  // The dialog leads to the provider in another tab, and this page is kept.
  await first.evaluate(() => Object.assign(window, { isKept: true }));
  const again = first.getByRole('dialog', { name: 'A sua sessão terminou' });
  await expect(again.getByLabel('Senha', { exact: true })).toHaveCount(0);
  const opened = context.waitForEvent('page');
  await again.getByRole('link', { name: /^Continuar com/ }).click();
  const third = await opened;
  await third.getByLabel('E-mail').fill(account.email);
  await third.getByLabel('Password').fill(providerPassword);
  await third.getByRole('button', { name: 'Sign in' }).click();
  await expect(third.getByText(/^Você entrou de novo\. Pode fechar esta aba/)).toBeVisible();
  await expect(again).toBeHidden();
  expect(await first.evaluate(() => 'isKept' in window)).toBe(true);
  await third.close();

  // The other story signs out by the menu.
  await first.goto(`${portal.url}/profile#security`);
  await first.getByRole('button', { name: /^Desconectar/ }).click();
  await first.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(first).toHaveURL(new RegExp(`^${portal.url}/`));
  await first.goto(start);
  await expect(first.getByLabel('E-mail')).toBeVisible();
  await callOperator(portal, 'DELETE', `operator/tenants/smsa/sign-in-providers/${id}`);
  await oidc.stop();
});
