import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { appGrants } from '../access-tables';
import { tenantMembers, userRoles } from '../account-tables';
import { type Member, matchesMember } from '../accounts/member-repository';
import { lockAccount } from '../accounts/user-repository';
import { endSessionsInTenant } from '../sessions/session-repository';

/**
 * Removes a user from a tenant, with their access and roles in it, and ends their sessions of it. The account stays.
 * @returns whether they were a member
 */
export async function removeMember(tx: Executor, { userId, tenant }: Member, now: Date): Promise<boolean> {
  // Waits for calls that grant them access, and lets no other one start.
  await lockAccount(tx, userId);
  await tx.delete(appGrants).where(and(eq(appGrants.userId, userId), eq(appGrants.tenant, tenant)));
  await tx.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.tenant, tenant)));
  // The foreign key deletes the memberships in groups of the tenant.
  const removed = await tx.delete(tenantMembers).where(matchesMember({ userId, tenant })).returning();
  await endSessionsInTenant(tx, tenant, now, userId);
  return removed.length > 0;
}
