import { signInProviderSchema } from '@portico/contract/administration';
import type { ClientMetadata } from 'oidc-provider';
import * as v from 'valibot';
import { refreshCookieName } from '../identity/sessions/session-cookies';
import { providerPassword, type startOidcProvider } from './start-oidc-provider';
import type { TestServer } from './start-test-server';
import { createTestBrowser, type TestBrowser } from './test-browser';

type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>;

const client = { client_id: 'portal', client_secret: 'the secret of the client' };

/** Adds a provider to the tenant `smsa`, and the portal to the provider. */
export async function addProvider(
  server: TestServer,
  oidc: OidcProvider,
  change: object = {},
  metadata: Partial<ClientMetadata> = {},
) {
  const body = { ...client, issuer: oidc.issuer, domains: ['portico.test'], creates_users: true, ...change };
  const response = await server.operate('PUT', 'tenants/smsa/sign-in-providers', body);
  const provider = v.parse(signInProviderSchema, await response.json());
  oidc.addClient({
    ...client,
    redirect_uris: [`${server.url}${provider.callback_path}`],
    post_logout_redirect_uris: [`${server.url}/`],
    grant_types: ['authorization_code', 'refresh_token'],
    backchannel_logout_uri: `${server.url}/api/auth/backchannel-logout`,
    ...metadata,
  });
  return provider;
}

/** Signs a user in at the provider and at the portal. Returns the browser and its refresh token of the portal. */
export async function signInAtProvider(
  server: TestServer,
  providerId: string,
  email: string,
  browser: TestBrowser = createTestBrowser(),
) {
  const page = await browser.open(`${server.url}/api/sign-in/${providerId}`);
  const isLogin = page.text.includes('Sign in at the provider');
  const answer = isLogin ? await browser.submit(page, { email, password: providerPassword }) : page;
  const refreshToken = browser.getCookies(new URL(server.url).host).get(refreshCookieName);
  if (!refreshToken) throw new Error(`No session: ${answer.text}`);
  return { browser, refreshToken };
}
