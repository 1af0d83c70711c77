import type { GrantedRole, RoleAssignment, RolePage, RoleQuery } from '@portico/contract/administration';
import { and, asc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { cutPage, parseCursor } from '../../http/list-page';
import { tenantMembers, userRoles, users } from '../account-tables';
import { matchesActiveMember } from '../accounts/member-repository';
import { matchSearch } from '../accounts/user-repository';

type RoleRow = typeof userRoles.$inferSelect;

/** Lists the roles of a user in the whole portal, and those in one tenant while the user is a member of it. */
export async function listRolesInForce(executor: Executor, userId: string, tenant: string): Promise<GrantedRole[]> {
  const membership = executor.select().from(tenantMembers).where(matchesActiveMember({ tenant, userId }));
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
export async function listRoles(executor: Executor, tenant?: string): Promise<RoleAssignment[]> {
  const rows = await selectRoles(executor, tenant === undefined ? undefined : eq(userRoles.tenant, tenant));
  return rows.map(toAssignment);
}

/** Lists a page of roles, searched by the names and e-mails of their users. */
export async function listRolePage(
  executor: Executor,
  { after, limit, role, search }: RoleQuery,
  tenant?: string,
): Promise<RolePage> {
  const rows = await selectRoles(
    executor,
    and(
      tenant === undefined ? undefined : eq(userRoles.tenant, tenant),
      role && eq(userRoles.role, role),
      matchSearch(search),
      after === '' ? undefined : sql`(${sql.join([...order], sql`, `)}) > ${readCursor(after)}`,
    ),
  ).limit(limit + 1);
  const { items, next } = cutPage(rows, limit, ({ email, role }) => [email, role.role, role.tenant]);
  return { items: items.map(toAssignment), next };
}

const order = [users.email, userRoles.role, userRoles.tenant] as const;

const selectRoles = (executor: Executor, condition: SQL | undefined) =>
  executor
    .select({ role: userRoles, email: users.email, name: users.name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(condition)
    .orderBy(...order.map((column) => asc(column)));

const cursorSchema = v.tuple([v.string(), v.string(), v.string()]);

function readCursor(after: string): SQL {
  return sql`(${sql.join(
    parseCursor(cursorSchema, after).map((value) => sql`${value}::text`),
    sql`, `,
  )})`;
}

function toAssignment({ email, name, role }: { email: string; name: string; role: RoleRow }): RoleAssignment {
  return { email, name, granted: toGrantedRole(role) };
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
