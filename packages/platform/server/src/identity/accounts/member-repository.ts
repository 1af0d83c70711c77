import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { tenantMembers } from '../identity-tables';

interface Member {
  readonly tenant: string;
  readonly userId: string;
}

export const matchesMember = ({ tenant, userId }: Member) =>
  and(eq(tenantMembers.tenant, tenant), eq(tenantMembers.userId, userId));

export async function isMember(executor: Executor, member: Member): Promise<boolean> {
  return (await executor.$count(tenantMembers, matchesMember(member))) > 0;
}

/** Makes a user a member of an existing tenant. Does nothing if they are one. */
export async function addMember(executor: Executor, member: Member, now: Date): Promise<void> {
  await executor
    .insert(tenantMembers)
    .values({ ...member, joinedAt: now })
    .onConflictDoNothing();
}
