import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { groupMembers, groups } from '../access-tables';
import { directoryUsers, tenantMembers, users } from '../account-tables';
import type { Member } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { signInProviders } from '../provider-tables';

/** A member of a tenant as its directory sees them. `directory` is null for a member whom it never changed. */
export interface DirectoryUser {
  readonly user: User;
  readonly joinedAt: Date;
  readonly suspendedAt: Date | null;
  readonly directory: typeof directoryUsers.$inferSelect | null;
}

const columns = {
  user: users,
  joinedAt: tenantMembers.joinedAt,
  suspendedAt: tenantMembers.suspendedAt,
  directory: directoryUsers,
};

const isOfMember = and(
  eq(directoryUsers.tenant, tenantMembers.tenant),
  eq(directoryUsers.userId, tenantMembers.userId),
);

/** Lists members of a tenant in a fixed order. */
export function listDirectoryUsers(
  executor: Executor,
  tenant: string,
  condition: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<DirectoryUser[]> {
  return executor
    .select(columns)
    .from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId))
    .leftJoin(directoryUsers, isOfMember)
    .where(and(eq(tenantMembers.tenant, tenant), condition))
    .orderBy(asc(tenantMembers.userId))
    .limit(limit)
    .offset(offset);
}

/** Counts the members that match. */
export async function countDirectoryUsers(executor: Executor, tenant: string, condition: SQL | undefined) {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId))
    .leftJoin(directoryUsers, isOfMember)
    .where(and(eq(tenantMembers.tenant, tenant), condition));
  return row?.count ?? 0;
}

export async function findDirectoryUser(executor: Executor, { tenant, userId }: Member) {
  const [found] = await listDirectoryUsers(executor, tenant, eq(tenantMembers.userId, userId), { limit: 1, offset: 0 });
  return found;
}

/** Matches the member with this `userName` in any case: the e-mail, until a directory has changed the member. */
export function matchesUserName(tenant: string, userName: string): SQL {
  // The subquery uses the indexes of both names.
  return sql`(${tenantMembers.userId} in (
      select ${directoryUsers.userId} from ${directoryUsers}
        where ${directoryUsers.tenant} = ${tenant} and lower(${directoryUsers.userName}) = lower(${userName}::text)
      union all select ${users.id} from ${users} where ${users.email} = lower(${userName}::text))
    and lower(coalesce(${directoryUsers.userName}, ${users.email})) = lower(${userName}::text))`;
}

/** Lists the groups of the directory that these members are in. */
export function listDirectoryGroups(executor: Executor, tenant: string, userIds: readonly string[]) {
  return executor
    .select({ userId: groupMembers.userId, id: groups.id, name: groups.name })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      and(
        sql`${groupMembers.userId} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb))`,
        eq(groupMembers.tenant, tenant),
        eq(groups.isDirectory, true),
      ),
    );
}

/**
 * Whether an e-mail belongs to a domain of the tenant's sign-in providers. Operators configure these, so the directory
 * may decide who has such an address.
 */
export async function ownsDomain(executor: Executor, tenant: string, email: string): Promise<boolean> {
  const domain = JSON.stringify([email.slice(email.lastIndexOf('@') + 1)]);
  const isOwn = sql`${signInProviders.domains} @> ${domain}::jsonb`;
  return (await executor.$count(signInProviders, and(eq(signInProviders.tenant, tenant), isOwn))) > 0;
}

/**
 * Whether the directory of the tenant has added or changed this member, and not suspended them. Such a user signs in at
 * a provider of the tenant for the first time by a verified e-mail of an allowed domain, without further proof.
 */
export async function isProvisioned(executor: Executor, member: Member): Promise<boolean> {
  const found = await findDirectoryUser(executor, member);
  return found !== undefined && found.directory !== null && found.suspendedAt === null;
}
