import { type SignInProvider, signInProviderSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { sessionCookieName } from '../identity/sessions/session-cookies';
import { providerPassword, type startOidcProvider } from './start-oidc-provider';
import type { TestServer } from './start-test-server';
import type { TestBrowser, TestPage } from './test-browser';

export type TestProvider = Awaited<ReturnType<typeof startOidcProvider>>;

export const providerClient = { client_id: 'portal', client_secret: 'the secret of the client' };

/** Whether an address is the portal's redirect address, where a browser of a test may stop. */
export const isCallback = (url: URL) => url.pathname.endsWith('/callback');

/** Adds a provider to a tenant, and the portal to the clients of the provider. */
export async function addProvider(
  server: Pick<TestServer, 'operate' | 'url'>,
  oidc: TestProvider,
  change: object = {},
  { tenant = 'smsa', origin = server.url, clientId = providerClient.client_id } = {},
): Promise<SignInProvider & { readonly start: string }> {
  const client = { ...providerClient, client_id: clientId };
  const body = { ...client, issuer: oidc.issuer, domains: ['portico.test'], ...change };
  const response = await server.operate('PUT', `tenants/${tenant}/sign-in-providers`, body);
  if (!response.ok) throw new Error(`No provider: ${await response.text()}`);
  const provider = v.parse(signInProviderSchema, await response.json());
  const grant_types = ['authorization_code', 'refresh_token'];
  oidc.addClient({ ...client, grant_types, redirect_uris: [origin + provider.callback_path] });
  return { ...provider, start: `${origin}/api/sign-in/${provider.id}` };
}

/** Signs in at the login page of the provider, which the browser shows after `start`. */
export async function signInAt(
  browser: TestBrowser,
  start: string,
  email: string,
  isStop?: (url: URL) => boolean,
): Promise<TestPage> {
  const login = await browser.open(start, isStop);
  if (!login.text.includes('Sign in at the provider')) return login;
  return browser.submit(login, { email, password: providerPassword }, isStop);
}

/** Whether a browser has a session of a portal. */
export function isSignedIn(browser: TestBrowser, origin: string): boolean {
  return browser.getCookies(new URL(origin).host).has(sessionCookieName);
}
