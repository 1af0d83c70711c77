import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startDemoProvider } from '@portico/server/testing/demo-provider';
import { providerPassword } from '@portico/server/testing/oidc-provider';
import { callOperator } from '../../portal/call-operator';
import { expect, test } from '../../portal/test';

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(providerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function startSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
}

// The second sign-in replaces the session of the first tab while it loads.
test.use({ expectedErrors: /status of 40[01]/ });

test('a user cancels, signs in at the provider in two tabs, and signs out in both', async ({
  context,
  page,
  portal,
}) => {
  // The account stays in the portal of the worker when its tenant is gone.
  const email = `${randomUUID()}@acme.test`;
  const user = { sub: 'helena', email, name: 'Helena Souza', groups: ['Service desk'] };
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
    await startSignIn(page, email);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('foi cancelada')).toBeVisible();
    await page.getByRole('link', { name: 'Entrar de novo' }).click();
    await expect(page).toHaveURL(`${tenantUrl}/signin?link=%2Fprofile%3Fa%3D1%23language`);

    const tab = await context.newPage();
    await tab.goto(tenantUrl);
    await startSignIn(tab, email);
    await startSignIn(page, email);
    await signInAtProvider(page, email);
    await expect(page).toHaveURL(`${tenantUrl}/profile?a=1#language`);
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
    await signInAtProvider(tab, email);
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
    await startSignIn(tab, email);
    await expect(tab.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  } finally {
    await provider.stop();
    await callOperator(portal, 'DELETE', 'operator/tenants/acme');
  }
});
