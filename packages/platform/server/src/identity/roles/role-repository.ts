import type { GrantedRole } from '@portico/contract';
import { and, asc, eq, exists, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { matchesMember } from '../accounts/member-repository';
import { tenantMembers, userRoles, users } from '../identity-tables';

type RoleRow = typeof userRoles.$inferSelect;

/** Lists the roles of a user in the whole portal, and those in one tenant while the user is a member of it. */
export async function listRolesInForce(executor: Executor, userId: string, tenant: string): Promise<GrantedRole[]> {
  const membership = executor.select().from(tenantMembers).where(matchesMember({ tenant, userId }));
  const isInForce = or(eq(userRoles.tenant, ''), and(eq(userRoles.tenant, tenant), exists(membership)));
  const rows = await executor
    .select()
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), isInForce));
  return rows.map(toGrantedRole);
}

/** Lists the roles of a user in the whole portal, and keeps other calls from changing them until the transaction ends. */
export async function lockPortalRoles(tx: Executor, userId: string): Promise<GrantedRole[]> {
  const rows = await tx
    .select()
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.tenant, '')))
    .for('share');
  return rows.map(toGrantedRole);
}

/** Lists roles with the e-mails of their users: all, or those of one tenant. */
export async function listRoles(executor: Executor, tenant?: string) {
  const rows = await executor
    .select({ role: userRoles, email: users.email, name: users.name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(tenant === undefined ? undefined : eq(userRoles.tenant, tenant))
    .orderBy(asc(users.email), asc(userRoles.role), asc(userRoles.tenant));
  return rows.map(({ role, email, name }) => ({ email, name, granted: toGrantedRole(role) }));
}

/** Grants a role, or replaces the modules of a publisher. */
export async function grantRole(
  executor: Executor,
  userId: string,
  { role, tenant = '', modules = [] }: GrantedRole,
  now: Date,
): Promise<void> {
  await executor
    .insert(userRoles)
    .values({ userId, role, tenant, modules: [...modules], grantedAt: now })
    .onConflictDoUpdate({
      target: [userRoles.userId, userRoles.role, userRoles.tenant],
      set: { modules: [...modules], grantedAt: now },
    });
}

/** Takes a role away. Returns whether the user had it. */
export async function revokeRole(
  executor: Executor,
  userId: string,
  { role, tenant = '' }: Pick<GrantedRole, 'role' | 'tenant'>,
): Promise<boolean> {
  const isRole = and(eq(userRoles.userId, userId), eq(userRoles.role, role), eq(userRoles.tenant, tenant));
  return (await executor.delete(userRoles).where(isRole).returning({ role: userRoles.role })).length > 0;
}

function toGrantedRole({ role, tenant, modules }: RoleRow): GrantedRole {
  return { role, ...(tenant !== '' && { tenant }), ...(role === 'publisher' && { modules }) };
}
