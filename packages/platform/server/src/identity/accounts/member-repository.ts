import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { tenantMembers, userRoles, users } from '../account-tables';
import type { User } from './user-repository';

export interface Member {
  readonly tenant: string;
  readonly userId: string;
}

export const matchesMember = ({ tenant, userId }: Member) =>
  and(eq(tenantMembers.tenant, tenant), eq(tenantMembers.userId, userId));

/** Matches a member whom no directory has suspended. */
export const matchesActiveMember = (member: Member) => and(matchesMember(member), isNull(tenantMembers.suspendedAt));

/** Whether a user is a member of the tenant, and not suspended. */
export async function isMember(executor: Executor, member: Member): Promise<boolean> {
  return (await executor.$count(tenantMembers, matchesActiveMember(member))) > 0;
}

/** A user, and their membership in a tenant. A suspended member counts as none. */
export interface UserAtTenant {
  readonly user: User;
  readonly isMember: boolean;
  readonly isSuspended: boolean;
}

/** The columns of `UserAtTenant`, for queries that join the membership of a tenant. */
export const userAtTenant = {
  user: users,
  isMember: sql<boolean>`${tenantMembers.userId} is not null and ${tenantMembers.suspendedAt} is null`,
  isSuspended: sql<boolean>`${tenantMembers.suspendedAt} is not null`,
};

/** Finds a user by e-mail, and their membership in a tenant. Costs the same for all e-mails. */
export async function findUserAtTenant(
  executor: Executor,
  email: string,
  tenant: string,
): Promise<UserAtTenant | undefined> {
  const [found] = await executor
    .select(userAtTenant)
    .from(users)
    .leftJoin(tenantMembers, and(eq(tenantMembers.userId, users.id), eq(tenantMembers.tenant, tenant)))
    .where(eq(users.email, email));
  return found;
}

/** Says for the audit log why a user may not sign in at a tenant. */
export function findRefusal(found: UserAtTenant | undefined): string | undefined {
  if (found === undefined) return 'user-unknown';
  if (found.user.disabledAt !== null) return 'disabled';
  if (found.isSuspended) return 'suspended';
  return found.isMember ? undefined : 'not-a-member';
}

/** Makes a user a member of an existing tenant. Does nothing if they are one. */
export async function addMember(executor: Executor, member: Member, now: Date): Promise<void> {
  await executor
    .insert(tenantMembers)
    .values({ ...member, joinedAt: now })
    .onConflictDoNothing();
}

/** Lists the tenants of a user by key. */
export async function listTenantsOfMember(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor
    .select({ tenant: tenantMembers.tenant })
    .from(tenantMembers)
    .where(eq(tenantMembers.userId, userId))
    .orderBy(asc(tenantMembers.tenant));
  return rows.map(({ tenant }) => tenant);
}

/** Whether a role of this tenant may change a user: they belong to no other tenant and have no role in the whole portal. */
export async function isManageable(executor: Executor, userId: string, tenant: string | undefined): Promise<boolean> {
  const tenants = await listTenantsOfMember(executor, userId);
  const roles = await executor.$count(userRoles, and(eq(userRoles.userId, userId), eq(userRoles.tenant, '')));
  return roles === 0 && tenants.every((key) => key === tenant);
}
