// Runs on PGlite and on PostgreSQL.

import { signInProviderSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { providerPassword, startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser, type TestBrowser } from '../../testing/test-browser';
import { findUserByEmail } from '../accounts/user-repository';
import { sessions, tenantMembers } from '../identity-tables';
import { sessionCookieName } from '../sessions/session-cookies';

const bruno = { sub: 'b1', email: 'bruno@portico.test', name: 'Bruno' };
const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [bruno, nova], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } } }),
);
const client = { client_id: 'portal', client_secret: 'the secret of the client' };

/** Adds the provider to a tenant, and registers the address there. */
async function addProvider(change: object = {}, tenant = 'smsa', host = server.url, id = client.client_id) {
  const body = { ...client, client_id: id, issuer: oidc.issuer, domains: ['portico.test'], ...change };
  const response = await server.operate('PUT', `tenants/${tenant}/sign-in-providers`, body);
  expect(response.status).toBe(200);
  const provider = v.parse(signInProviderSchema, await response.json());
  oidc.addClient({ ...client, client_id: id, redirect_uris: [`${host}${provider.callback_path}`] });
  return provider;
}

let start: string;
beforeAll(async () => {
  const { id } = await addProvider({ name: 'Acme ID', creates_users: true });
  start = `${server.url}/api/sign-in/${id}`;
});

async function signInAs(browser: TestBrowser, email: string, address = start) {
  const login = await browser.open(address);
  expect(login.text).toContain('Sign in at the provider');
  return browser.submit(login, { email, password: providerPassword });
}

function isSignedIn(browser: TestBrowser): boolean {
  return browser.getCookies(new URL(server.url).host).has(sessionCookieName);
}

test('a first sign-in adds the user, and leads to the link', async () => {
  const browser = createTestBrowser();
  const page = await signInAs(browser, nova.email, `${start}?link=%2Fsmsa%2Forders%3Fpage%3D2`);
  expect(page.url.href).toBe(`${server.url}/smsa/orders?page=2`);
  expect(isSignedIn(browser)).toBe(true);
  const user = await findUserByEmail(server.database, nova.email);
  expect(user).toMatchObject({ name: 'Nova Reis', passwordHash: null });
  const [session] = await server.database
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user?.id ?? ''));
  expect(session).toMatchObject({ tenant: 'smsa', providerId: start.split('/').at(-1), providerSid: null });
  const own = await server.database
    .select()
    .from(tenantMembers)
    .where(eq(tenantMembers.userId, user?.id ?? ''));
  expect(own.map(({ tenant }) => tenant)).toEqual(['smsa']);
});
