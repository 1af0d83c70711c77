import type { SignInProvider } from '@portico/contract/administration';
import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { tenantMembers, users } from '../account-tables';
import { userAtTenant } from '../accounts/member-repository';
import { signInProviders, userIdentities } from '../provider-tables';

export type Provider = typeof signInProviders.$inferSelect;

export const providerPath = '/api/sign-in';

/** Lists the providers of a tenant by name. */
export function listProviders(executor: Executor, tenant: string): Promise<Provider[]> {
  const { id, name } = signInProviders;
  return executor.select().from(signInProviders).where(eq(signInProviders.tenant, tenant)).orderBy(asc(name), asc(id));
}

/** Finds a provider of a tenant. */
export async function findProvider(executor: Executor, tenant: string, id: string): Promise<Provider | undefined> {
  const [found] = await executor
    .select()
    .from(signInProviders)
    .where(and(eq(signInProviders.tenant, tenant), eq(signInProviders.id, id)));
  return found;
}

/** Finds the user of a subject at a provider, and their membership in its tenant. */
export async function findUserOfSubject(executor: Executor, { id, tenant }: Provider, subject: string) {
  const [found] = await executor
    .select(userAtTenant)
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .leftJoin(tenantMembers, and(eq(tenantMembers.userId, users.id), eq(tenantMembers.tenant, tenant)))
    .where(and(eq(userIdentities.providerId, id), eq(userIdentities.subject, subject)));
  return found;
}

/** Returns what the API shows of a provider. */
export function describeProvider(provider: Provider): SignInProvider {
  const { id, name, issuer, clientId, domains, audiences, createsUsers, endsSessions } = provider;
  return {
    id,
    name,
    issuer,
    client_id: clientId,
    domains,
    audiences,
    creates_users: createsUsers,
    ends_sessions: endsSessions,
    callback_path: `${providerPath}/${id}/callback`,
  };
}
