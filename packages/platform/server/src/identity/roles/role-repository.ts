import type { GrantedRole } from '@portico/contract';
import { and, asc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { userRoles, users } from '../identity-tables';

type RoleRow = typeof userRoles.$inferSelect;

/** Lists the roles of a user, in the whole portal and in each tenant. */
export async function listRolesOfUser(executor: Executor, userId: string): Promise<GrantedRole[]> {
  const rows = await executor.select().from(userRoles).where(eq(userRoles.userId, userId));
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

/** Whether a user has a role in a tenant, or in the whole portal. */
export async function hasRole(executor: Executor, userId: string, tenant: string): Promise<boolean> {
  const isInForce = or(eq(userRoles.tenant, ''), eq(userRoles.tenant, tenant));
  return (await executor.$count(userRoles, and(eq(userRoles.userId, userId), isInForce))) > 0;
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
