import { randomUUID } from 'node:crypto';
import type { Invitation, invitationPageSchema, invitationQuerySchema } from '@portico/contract/administration';
import { and, eq, inArray, lte, not, or, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { cutPage, sortByTime } from '../../http/list-page';
import { invitations } from '../../identity/account-tables';
import { lifetimes } from '../../identity/sessions/lifetimes';
import type { PlannedInvitation } from './plan-invitations';

/** Matches what is neither accepted nor withdrawn. */
const isOpen = sql`(${invitations.acceptedAt} is null and ${invitations.withdrawnAt} is null)`;

/** Returns when the mail is due, and until when its link is valid. */
export function createDue(now: Date) {
  return { nextTryAt: now, expiresAt: addMilliseconds(now, lifetimes.invitation) };
}

/** Stores invitations, and withdraws expired ones of the same addresses. */
export async function insertInvitations(
  tx: Executor,
  planned: readonly PlannedInvitation[],
  common: Pick<typeof invitations.$inferInsert, 'tenant' | 'locale' | 'origin'>,
  now: Date,
): Promise<void> {
  for (let start = 0; start < planned.length; start += 500) {
    const rows = planned.slice(start, start + 500);
    const emails = rows.map(({ email }) => email);
    const isExpired = and(eq(invitations.tenant, common.tenant), isOpen, lte(invitations.expiresAt, now));
    await tx
      .update(invitations)
      .set({ withdrawnAt: now, hash: null, nextTryAt: null })
      .where(and(isExpired, inArray(invitations.email, emails)));
    await tx.insert(invitations).values(
      rows.map(({ email, name, modules, groupIds }) => ({
        ...common,
        ...createDue(now),
        id: randomUUID(),
        email,
        name,
        modules,
        groupIds: [...groupIds],
        createdAt: now,
      })),
    );
  }
}

/** Finds an invitation that is neither accepted nor withdrawn, and locks it; throws ApiError 404. */
export async function lockOpen(tx: Executor, tenant: string, id: string) {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.tenant, tenant), isOpen))
    .for('update');
  if (found === undefined) throw new ApiError(404, 'invitation-closed');
  return found;
}

/** Lists a page of the invitations of a tenant, the newest first. */
export async function listInvitations(
  database: Executor,
  tenant: string,
  { after, limit, search, state }: v.InferOutput<typeof invitationQuerySchema>,
  now: Date,
): Promise<v.InferOutput<typeof invitationPageSchema>> {
  const { createdAt, email, id, name } = invitations;
  const needle = search.toLowerCase();
  const { matchAfter, sorting } = sortByTime(createdAt, sql`${id}::text`, 'newest first');
  const rows = await database
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.tenant, tenant),
        state && (state === 'ended' ? not(isOpen) : isOpen),
        needle === ''
          ? undefined
          : or(sql`strpos(${email}, ${needle}) > 0`, sql`strpos(lower(${name}), ${needle}) > 0`),
        matchAfter(after),
      ),
    )
    .orderBy(...sorting)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
  return { items: items.map((row) => toInvitation(row, now)), next };
}

function toInvitation(row: typeof invitations.$inferSelect, now: Date): Invitation {
  const { createdAt, email, expiresAt, id, modules, name } = row;
  return {
    id,
    email,
    name,
    modules,
    state: findState(row, now),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

function findState(row: typeof invitations.$inferSelect, now: Date): Invitation['state'] {
  if (row.acceptedAt !== null) return 'accepted';
  if (row.withdrawnAt !== null) return 'withdrawn';
  if (row.expiresAt <= now) return 'expired';
  if (row.sentAt !== null) return 'sent';
  return row.nextTryAt === null ? 'failed' : 'waiting';
}
