import { randomUUID } from 'node:crypto';
import {
  type SignInProviderChange,
  signInProviderChangeSchema,
  signInProviderSchema,
  signInProvidersSchema,
} from '@portico/contract/administration';
import { and, eq, isNull, ne } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { byTenantSchema, uuidSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { lockTenant, requireTenant } from '../accounts/tenant-repository';
import { recordCall } from '../audit/audit-log';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { signInProviders } from '../provider-tables';
import { getPerson } from '../roles/require-permission';
import { sessions } from '../session-tables';
import { endSessions } from '../sessions/session-repository';
import { tenants } from '../tenant-tables';
import { secretPurpose } from './provider-clients';
import { LocalAddressError } from './provider-fetch';
import { describeProvider, findProvider, listProviders, type Provider } from './provider-repository';

const url = '/tenants/:tenant/sign-in-providers';
/** A provider may vouch for users of the whole portal, so only operators change it. */
const change = { isDangerous: true } as const;

/** The OpenID providers of a tenant. */
export function registerProviderRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, encryption, now, providers } = services;

  const list = { params: byTenantSchema, response: { 200: signInProvidersSchema } };
  app.get(url, { config: { permission: 'look.read' }, schema: list }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const [found] = await database.select({ off: tenants.passwordsOff }).from(tenants).where(eq(tenants.key, tenant));
    const items = await listProviders(database, tenant);
    return { passwords_off: found?.off ?? false, providers: items.map(describeProvider) };
  });

  const schema = {
    params: byTenantSchema,
    body: signInProviderChangeSchema,
    response: { 200: signInProviderSchema },
  };
  app.put(url, { config: change, schema }, async (request) => {
    const { body } = request;
    const { tenant } = request.params;
    // Before the transaction, which would wait for the provider.
    await requireIssuer(body.issuer);
    const secret = body.client_secret && (await encryption.encrypt(secretPurpose, body.client_secret));
    return database.transaction(async (tx) => {
      await lockTenant(tx, tenant, 'update');
      const provider = await putProvider(tx, tenant, body, secret);
      if (body.passwords_off !== undefined) {
        const isChanged = await setPasswordsOff(tx, tenant, body.passwords_off);
        if (isChanged && body.passwords_off) await endOwnSessions(tx, tenant, getPerson(request)?.session.id);
      }
      const { client_secret: hidden, ...details } = body;
      const entry = { tenant, target: provider.id, details: { ...details, has_new_secret: hidden !== undefined } };
      await recordCall(tx, now(), request, { action: 'sign-in-provider-changed', ...entry });
      return describeProvider(provider);
    });
  });

  const removal = { ...change, params: v.object({ ...byTenantSchema.entries, id: uuidSchema }) };
  createOperationRoutes(app, services)('DELETE', `${url}/:id`, removal, async (tx, { params }) => {
    const { tenant, id } = params;
    await lockTenant(tx, tenant, 'update');
    const provider = await findProvider(tx, tenant, id);
    if (provider === undefined) throw new ApiError(404, 'provider-unknown');
    await tx.delete(signInProviders).where(eq(signInProviders.id, id));
    await endSessions(tx, now(), eq(sessions.providerId, id));
    // Otherwise no member could sign in.
    if ((await listProviders(tx, tenant)).length === 0) await setPasswordsOff(tx, tenant, false);
    const details = { issuer: provider.issuer, client_id: provider.clientId };
    return { action: 'sign-in-provider-removed', tenant, target: id, details };
  });

  async function requireIssuer(issuer: string): Promise<void> {
    providers.forget(issuer);
    try {
      await providers.discover(issuer);
    } catch (cause) {
      const code = isLocalAddress(cause) ? 'issuer-local' : 'issuer-unusable';
      throw new ApiError(400, code, { cause, values: { issuer } });
    }
  }

  async function putProvider(
    tx: Executor,
    tenant: string,
    { issuer, client_id: clientId, domains, name, ...body }: SignInProviderChange,
    clientSecret: string | undefined,
  ): Promise<Provider> {
    const given = {
      ...(clientSecret !== undefined && { clientSecret }),
      ...(name !== undefined && { name }),
      ...(domains !== undefined && { domains: [...new Set(domains)] }),
      ...(body.audiences !== undefined && { audiences: [...new Set(body.audiences)] }),
      ...(body.creates_users !== undefined && { createsUsers: body.creates_users }),
      ...(body.ends_sessions !== undefined && { endsSessions: body.ends_sessions }),
    };
    const { hostname } = new URL(issuer);
    const [before] = await tx
      .select()
      .from(signInProviders)
      .where(
        and(
          eq(signInProviders.tenant, tenant),
          eq(signInProviders.issuer, issuer),
          eq(signInProviders.clientId, clientId),
        ),
      );
    const defaults = { name: hostname, domains: [], audiences: [], createsUsers: false, endsSessions: false };
    const empty = { id: randomUUID(), tenant, issuer, clientId, clientSecret: '', ...defaults, createdAt: now() };
    const provider: Provider = { ...(before ?? empty), ...given };
    if (provider.clientSecret === '') throw new ApiError(400, 'client-secret-needed');
    if (provider.createsUsers && provider.domains.length === 0) throw new ApiError(400, 'provider-domains-needed');
    await tx.insert(signInProviders).values(provider).onConflictDoUpdate({ target: signInProviders.id, set: provider });
    return provider;
  }

  async function setPasswordsOff(tx: Executor, tenant: string, passwordsOff: boolean): Promise<boolean> {
    const isOther = and(eq(tenants.key, tenant), ne(tenants.passwordsOff, passwordsOff));
    const changed = await tx.update(tenants).set({ passwordsOff }).where(isOther).returning({ key: tenants.key });
    return changed.length > 0;
  }

  /** Ends the sessions in a tenant that no provider opened. The caller keeps theirs, so that they can undo the change. */
  async function endOwnSessions(tx: Executor, tenant: string, exceptId?: string): Promise<void> {
    const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
    await endSessions(tx, now(), eq(sessions.tenant, tenant), isNull(sessions.providerId), isOther);
  }
}

const causedSchema = v.object({ cause: v.unknown() });

/** Whether an address was refused. openid-client wraps the error of its request. */
function isLocalAddress(error: unknown): boolean {
  if (error instanceof LocalAddressError) return true;
  return v.is(causedSchema, error) && isLocalAddress(error.cause);
}
