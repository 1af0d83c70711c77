import type { Person } from '@portico/contract/administration';
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { invitations, tenantMembers, users } from '../account-tables';
import { arePasswordsOff } from '../accounts/tenant-repository';
import { listLinkedProviders, type User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { passkeys, secondFactors } from '../proof-tables';
import { signInProviders, userIdentities } from '../provider-tables';

type Services = Pick<IdentityServices, 'database' | 'getTenantKey'>;
type Ways = NonNullable<Person['ways']>;

/** Finds how a user can sign in at a tenant, or at any without one. */
export async function findSignInWays(
  services: IdentityServices,
  user: User,
  tenant: string | undefined,
): Promise<Ways> {
  const { database, now } = services;
  const hosts = await listPasskeyHosts(services, tenant);
  const own = and(eq(passkeys.userId, user.id), isUsableAt(hosts));
  const known = await listLinkedProviders(database, user.id, tenant);
  const ids = known.map(({ id }) => id);
  const expecting =
    tenant === undefined
      ? []
      : await database
          .select({ id: signInProviders.id, name: signInProviders.name })
          .from(users)
          .innerJoin(signInProviders, matchesDomain(tenant))
          .where(eq(users.id, user.id))
          .orderBy(asc(signInProviders.name));
  const { acceptedAt, email, expiresAt, withdrawnAt } = invitations;
  const isOpen = and(isNull(acceptedAt), isNull(withdrawnAt), gt(expiresAt, now()));
  const isOwn = and(eq(email, user.email), ofTenant(invitations.tenant, tenant));
  return {
    has_password: user.passwordHash !== null,
    passwords_off: await arePasswordsOff(database, tenant),
    passkeys: await database.$count(passkeys, own),
    providers: known.map(({ name }) => name),
    expecting_providers: expecting.filter(({ id }) => !ids.includes(id)).map(({ name }) => name),
    is_invited: (await database.$count(invitations, and(isOpen, isOwn))) > 0,
  };
}

/** Matches users whom `findSignInWays` finds a way for, besides a password. */
export async function matchesOtherWay(services: Services, tenant: string | undefined): Promise<SQL | undefined> {
  const { database } = services;
  const identity = database
    .select({ id: signInProviders.id })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(signInProviders.id, userIdentities.providerId))
    .where(and(eq(userIdentities.userId, users.id), ofTenant(signInProviders.tenant, tenant)));
  const hasPasskey = matchesPasskey(database, await listPasskeyHosts(services, tenant));
  if (tenant === undefined) return or(exists(identity), hasPasskey);
  const expecting = database.select({ id: signInProviders.id }).from(signInProviders).where(matchesDomain(tenant));
  return or(exists(identity), hasPasskey, exists(expecting));
}

/** Counts the members of a tenant who sign in by a password alone. */
export async function countWithoutFactor(services: Services, tenant: string): Promise<number> {
  const { database } = services;
  const factor = database
    .select({ id: secondFactors.id })
    .from(secondFactors)
    .where(eq(secondFactors.userId, users.id));
  const member = database
    .select({ userId: tenantMembers.userId })
    .from(tenantMembers)
    .where(
      and(eq(tenantMembers.tenant, tenant), eq(tenantMembers.userId, users.id), isNull(tenantMembers.suspendedAt)),
    );
  const hasPasskey = matchesPasskey(database, await listPasskeyHosts(services, tenant));
  return database.$count(
    users,
    and(exists(member), isNull(users.disabledAt), isNotNull(users.passwordHash), not(exists(factor)), not(hasPasskey)),
  );
}

/** Lists the hosts of a tenant where passkeys sign in. */
async function listPasskeyHosts({ database, getTenantKey }: Services, tenant: string | undefined): Promise<string[]> {
  if (await arePasswordsOff(database, tenant)) return [];
  const rows = await database.selectDistinct({ host: passkeys.host }).from(passkeys);
  return rows.map(({ host }) => host).filter((host) => tenant === undefined || getTenantKey(host) === tenant);
}

/** Matches the providers of the tenant that accept the e-mail of a user, by the rule of `admitUser`. */
function matchesDomain(tenant: string): SQL | undefined {
  const { domains, tenant: place } = signInProviders;
  return and(
    eq(place, tenant),
    sql`(${domains} = '[]'::jsonb or ${domains} @> jsonb_build_array(split_part(${users.email}, '@', -1)))`,
  );
}

function matchesPasskey(executor: Executor, hosts: readonly string[]): SQL {
  const own = and(eq(passkeys.userId, users.id), isUsableAt(hosts));
  return exists(executor.select({ id: passkeys.id }).from(passkeys).where(own));
}

function isUsableAt(hosts: readonly string[]): SQL | undefined {
  return and(inArray(passkeys.host, [...hosts]), isNull(passkeys.blockedAt));
}

function ofTenant(column: typeof signInProviders.tenant | typeof invitations.tenant, tenant: string | undefined) {
  return tenant === undefined ? undefined : eq(column, tenant);
}
