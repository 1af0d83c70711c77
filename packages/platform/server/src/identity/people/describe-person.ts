import { type AuditAction, type Person, type SignInRecord, signInMethods } from '@portico/contract/administration';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { apps, grantSources, groups } from '../access-tables';
import { isMember, listTenantsOfMember } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { findSecondFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { getLimitName } from '../limits/throttle';
import { signInProviders } from '../provider-tables';
import { describeSession, listLiveSessions } from '../sessions/session-repository';
import { listAccountBuckets } from './account-limits';
import { findAddressChange } from './address-change';
import { getEdition } from './find-person';
import { isOfTenant, toUserState } from './list-people';
import { findSignInWays } from './sign-in-ways';

/** Days of sign-ins that a person's page shows, in milliseconds, and their maximum number. */
const signInAge = 30 * 24 * 60 * 60 * 1000;
const mostSignIns = 200;

/** Describes a user as one tenant knows them, or all tenants without one. */
export async function describePerson(
  services: IdentityServices,
  user: User,
  tenant: string | undefined,
  { seesTenants, isManageable }: { readonly seesTenants: boolean; readonly isManageable: boolean },
): Promise<Person> {
  const { database, now, throttle } = services;
  const at = now();
  const tenants = tenant === undefined ? await listTenantsOfMember(database, user.id) : [tenant];
  const locks = await throttle.listLocks(database, await listAccountBuckets(database, user, tenants, at));
  const change = await findAddressChange(database, user.id, at);
  const records = (actions: readonly AuditAction[], limit: number) =>
    listSignIns(database, and(eq(auditRecords.userId, user.id), isOfTenant(tenant)), actions, limit);
  const signIns = await records(['sign-in', 'sign-in-refused'], mostSignIns);
  const [lastSignIn = null] = await records(['sign-in'], 1);
  const [lastRefusal = null] = await records(['sign-in-refused'], 1);
  const ways = await findSignInWays(services, user, tenant);
  const hasPassword = ways.has_password && !ways.passwords_off;
  const live = await listLiveSessions(database, { tenant: tenant ?? null, userId: user.id }, at);
  return {
    email: user.email,
    name: user.name,
    disabled: user.disabledAt !== null,
    state: toUserState({
      disabledAt: user.disabledAt,
      isSuspended: tenant !== undefined && !(await isMember(database, { tenant, userId: user.id })),
      hasPassword,
      hasWay: hasPassword || ways.passkeys + ways.providers.length + ways.expecting_providers.length > 0,
      isLocked: locks.some(({ limit }) => limit?.startsWith('signIn')),
    }),
    created_at: user.createdAt.toISOString(),
    locks: locks.map(({ limit, until }) => ({ limit: limit ?? '', until: until.toISOString() })),
    last_sign_in: lastSignIn,
    last_refusal: lastRefusal,
    address_change: change ? { email: change.email, expires_at: change.expiresAt.toISOString() } : null,
    apps: await listGrants(database, user.id, tenant),
    sessions: live.map(describeSession),
    sign_ins: signIns.filter((signIn) => new Date(signIn.at) > addMilliseconds(at, -signInAge)),
    ...(seesTenants && { tenants: await listTenantsOfMember(database, user.id) }),
    is_manageable: isManageable,
    ways,
    second_factor_since: (await findSecondFactor(database, user.id))?.createdAt.toISOString() ?? null,
    edition: getEdition(user),
  };
}

async function listGrants(executor: Executor, userId: string, tenant: string | undefined): Promise<Person['apps']> {
  return executor
    .select({
      tenant: apps.tenant,
      module: apps.module,
      name: apps.name,
      granted_by: groups.name,
      provider: signInProviders.name,
    })
    .from(grantSources)
    .innerJoin(apps, and(eq(apps.tenant, grantSources.tenant), eq(apps.module, grantSources.module)))
    .leftJoin(groups, eq(groups.id, grantSources.groupId))
    .leftJoin(signInProviders, eq(signInProviders.id, grantSources.providerId))
    .where(and(eq(grantSources.userId, userId), tenant === undefined ? undefined : eq(grantSources.tenant, tenant)))
    .orderBy(asc(apps.tenant), asc(apps.name), asc(groups.name), asc(signInProviders.name));
}

const text = v.optional(v.string(), '');
const detailsSchema = v.object({
  method: v.fallback(v.nullable(v.picklist(signInMethods)), null),
  reason: v.optional(v.string()),
  bucket: text,
  browser: text,
  system: text,
});

async function listSignIns(
  executor: Executor,
  isWanted: SQL | undefined,
  actions: readonly AuditAction[],
  limit: number,
): Promise<SignInRecord[]> {
  const rows = await executor
    .select()
    .from(auditRecords)
    .where(and(isWanted, inArray(auditRecords.action, [...actions])))
    .orderBy(desc(auditRecords.at))
    .limit(limit);
  return rows.map((record) => {
    const { bucket, browser, method, reason = null, system } = v.parse(detailsSchema, record.details);
    return {
      at: record.at.toISOString(),
      method,
      reason,
      limit: getLimitName(bucket) ?? null,
      tenant: record.tenant,
      ip: record.address ?? '',
      browser,
      system,
    };
  });
}
