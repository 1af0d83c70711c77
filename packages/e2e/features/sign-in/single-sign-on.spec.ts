import type { Page } from '@playwright/test';
import { startDemoProvider } from '@portico/server/testing/demo-provider';
import { providerPassword } from '@portico/server/testing/oidc-provider';
import { callOperator } from '../../portal/call-operator';
import { expect, test } from '../../portal/test';

const user = { sub: 'helena', email: 'helena@acme.test', name: 'Helena Souza', groups: ['Service desk'] };

async function signInAtProvider(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(providerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function startSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
}

// The second sign-in replaces the session of the first tab while it loads.
test.use({ expectedErrors: /status of 40[01]/ });

test('a user cancels, signs in at the provider in two tabs, and signs out in both', async ({
  context,
  page,
  portal,
}) => {
  const tenantUrl = portal.url.replace('localhost', 'acme.localhost');
  await callOperator(portal, 'POST', 'operator/tenants', { key: 'acme', name: 'Acme' });
  await callOperator(portal, 'PUT', 'operator/tenants/acme/apps/smsa', { name: 'SMSA', new: true });
  const provider = await startDemoProvider({
    ...{ url: portal.url, tenantUrl, tenant: 'acme', operatorKey: portal.operatorKey },
    ...{ name: 'Acme ID', accounts: [user], domains: ['acme.test'] },
    mapping: { group: 'Service desk', module: 'smsa' },
  });
  try {
    await page.goto(`${tenantUrl}/profile?a=1#language`);
    await startSignIn(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('foi cancelada')).toBeVisible();
    await page.getByRole('link', { name: 'Entrar de novo' }).click();
    await expect(page).toHaveURL(`${tenantUrl}/signin?link=%2Fprofile%3Fa%3D1%23language`);

    const tab = await context.newPage();
    await tab.goto(tenantUrl);
    await startSignIn(tab);
    await startSignIn(page);
    await signInAtProvider(page);
    await expect(page).toHaveURL(`${tenantUrl}/profile?a=1#language`);
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
    await signInAtProvider(tab);
    await expect(tab).toHaveURL(`${tenantUrl}/`);

    // The answer of the provider is behind: going back shows its login page again, and no error of the portal.
    await tab.goBack();
    await tab.goForward();
    await expect(tab.getByRole('button', { name: 'Menu da conta' })).toBeVisible();

    await tab.getByRole('button', { name: 'Menu da conta' }).click();
    await tab.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
    await tab.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(tab.getByRole('button', { name: 'Continuar', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continuar', exact: true })).toBeVisible();
    // The provider has forgotten the user too.
    await startSignIn(tab);
    await expect(tab.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  } finally {
    await provider.stop();
    await callOperator(portal, 'DELETE', 'operator/tenants/acme');
  }
});
