import { randomBytes } from 'node:crypto';
import { signInProviderSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { type ProviderAccount, startOidcProvider } from './start-oidc-provider';

interface DemoProviderOptions {
  /** The address of the tenant, as browsers write it. */
  readonly tenantUrl: string;
  readonly tenant: string;
  /** The address of the portal's API. */
  readonly url: string;
  readonly operatorKey: string;
  readonly accounts: readonly ProviderAccount[];
  readonly domains: readonly string[];
  /** The application of the tenant that members of this group of the provider may use. */
  readonly mapping?: { readonly group: string; readonly module: string };
  readonly name: string;
  /** By default a free port. */
  readonly port?: number;
}

/** Starts an OpenID provider at `/oidc` of a port of this machine, and lets the users of a tenant sign in there. */
export async function startDemoProvider(options: DemoProviderOptions) {
  const { accounts, domains, mapping, name, operatorKey, port, tenant, tenantUrl, url } = options;
  const oidc = await startOidcProvider({ accounts, clients: [], path: '/oidc', ...(port !== undefined && { port }) });
  const client = { client_id: 'portico', client_secret: randomBytes(24).toString('base64url') };
  const operate = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/operator/tenants/${tenant}/${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // A mapping of an earlier start is there still.
    if (response.ok || response.status === 409) return response;
    throw new Error(`The portal refuses the provider: ${response.status} ${await response.text()}`);
  };
  const provider = { ...client, issuer: oidc.issuer, name, domains, creates_users: true };
  const response = await operate('PUT', 'sign-in-providers', provider);
  if (mapping) await operate('POST', 'mappings', { claim: 'groups', value: mapping.group, module: mapping.module });
  const { callback_path, id } = v.parse(signInProviderSchema, await response.json());
  oidc.addClient({
    ...client,
    redirect_uris: [tenantUrl + callback_path],
    post_logout_redirect_uris: [`${tenantUrl}/`],
    grant_types: ['authorization_code', 'refresh_token'],
    backchannel_logout_uri: `${tenantUrl}/api/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
  });
  return { ...oidc, id };
}
