import { randomUUID } from 'node:crypto';
import { startDemoProvider } from '@portico/server/testing/demo-provider';
import { providerPassword } from '@portico/server/testing/oidc-provider';
import { callOperator } from '../../portal/call-operator';
import { openDirectory } from '../../portal/open-directory';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page, test } from '../../portal/test';

/** The time in which each open tab notices the end of its session, in milliseconds (docs/sign-in.md). */
const limit = 2_000;

// The tabs use the access token of the session that ended, or the broker closes their connection.
test.use({ expectedErrors: /status of 40[01]|Erro ao conectar MQTT|fonts\.googleapis\.com/ });

/** Opens another tab of the user, ends the session, and expects both tabs to say so in time. */
async function expectEnd(context: BrowserContext, first: Page, end: () => Promise<unknown>): Promise<void> {
  const second = await context.newPage();
  await second.goto(new URL('/profile', first.url()).href);
  await waitForTopBar(second);
  const start = Date.now();
  await end();
  const times = await Promise.all(
    [first, second].map(async (tab) => {
      await tab.getByRole('dialog', { name: 'A sua sessão terminou' }).waitFor();
      return Date.now() - start;
    }),
  );
  expect(Math.max(...times)).toBeLessThanOrEqual(limit);
}

test('a sign-out at the provider reaches both tabs in two seconds', async ({ context, page, portal }) => {
  const account = { sub: 'n1', email: `${randomUUID()}@company.test`, name: 'Nova Reis', groups: ['Service desk'] };
  const provider = await startDemoProvider({
    ...{ url: portal.url, tenantUrl: portal.url, tenant: 'smsa', operatorKey: portal.operatorKey },
    ...{ name: 'Company ID', accounts: [account], domains: ['company.test'] },
    mapping: { group: 'Service desk', module: 'smsa' },
  });
  await page.goto(`/api/sign-in/${provider.id}`);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(providerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await waitForTopBar(page);
  const atProvider = await context.newPage();
  await atProvider.goto(`${provider.issuer}/session/end`);
  await expectEnd(context, page, () => atProvider.getByRole('button', { name: 'Yes, sign me out' }).click());
  await callOperator(portal, 'DELETE', `operator/tenants/smsa/sign-in-providers/${provider.id}`);
  await provider.stop();
});

test('a suspension by the directory reaches both tabs in two seconds', async ({ context, page, portal, user }) => {
  await signIn(page, user);
  const directory = await openDirectory(portal, user.email);
  await expectEnd(context, page, () => directory.setActive(false));
});
