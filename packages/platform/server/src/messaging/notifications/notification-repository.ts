import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { notificationCounts, notificationRecipients, notifications } from '../messaging-tables';

/** Selects a page of notifications. */
export interface NotificationQuery {
  readonly offset: number;
  readonly limit: number;
  /** `undefined` for read and unread ones. */
  readonly isRead: boolean | undefined;
}

/** A notification of one recipient. */
export interface ReceivedNotification {
  readonly notification: typeof notifications.$inferSelect;
  readonly isRead: boolean;
}

/** Lists a page of the user's notifications, the newest first. */
export function listNotifications(
  executor: Executor,
  userId: string,
  { offset, limit, isRead }: NotificationQuery,
): Promise<ReceivedNotification[]> {
  const { epoch, notificationId, readAt } = notificationRecipients;
  const current = findEpoch(executor, userId);
  // Selects the page before the join, so that an offset costs only index reads.
  const page = executor
    .select({
      id: notificationId,
      isRead: sql<boolean>`${readAt} is not null or ${epoch} < ${current}`.as('is_read'),
    })
    .from(notificationRecipients)
    .where(matchesRecipient(executor, userId, isRead))
    .orderBy(desc(notificationId))
    .offset(offset)
    .limit(limit)
    .as('page');
  return executor
    .select({ notification: notifications, isRead: page.isRead })
    .from(page)
    .innerJoin(notifications, eq(notifications.id, page.id))
    .orderBy(desc(page.id));
}

/** Counts all notifications and the unread notifications of the user. */
export async function countNotifications(executor: Executor, userId: string) {
  const { total, unread } = notificationCounts;
  const [counts] = await executor.select({ total, unread }).from(notificationCounts).where(matchesUser(userId));
  return counts ?? { total: 0, unread: 0 };
}

/** Marks the given unread notifications of the user as read. */
export async function markRead(database: Executor, userId: string, ids: readonly number[], now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await lockCounts(tx, [userId]);
    await tx
      .update(notificationRecipients)
      .set({ readAt: now })
      .where(and(matchesRecipient(tx, userId, false), inArray(notificationRecipients.notificationId, [...ids])));
  });
}

/** Marks all notifications of the user as read, by changing one row. */
export async function markAllRead(executor: Executor, userId: string): Promise<void> {
  await executor
    .update(notificationCounts)
    .set({ epoch: sql`${notificationCounts.epoch} + 1`, unread: 0 })
    .where(matchesUser(userId));
}

const stampBatchSize = 1_000;
/** Limits the work that a closing server waits for. */
const maxStampBatches = 20;

/**
 * Stores when the notifications of earlier epochs were read, in batches, at most 20,000. The epoch already marks them as
 * read; only exports and the former release use the time.
 */
export async function stampRead(database: Executor, userId: string, now: Date): Promise<void> {
  const { notificationId, readAt } = notificationRecipients;
  const isOwn = eq(notificationRecipients.userId, userId);
  for (let count = 0; count < maxStampBatches; count++) {
    const stamped = await database.transaction(async (tx) => {
      await lockCounts(tx, [userId]);
      const batch = tx
        .select({ id: notificationId })
        .from(notificationRecipients)
        .where(and(isOwn, isNull(readAt), isOfFormerEpoch(tx, userId)))
        .limit(stampBatchSize);
      return tx
        .update(notificationRecipients)
        .set({ readAt: now })
        .where(and(isOwn, inArray(notificationId, batch)))
        .returning({ id: notificationId });
    });
    if (stamped.length < stampBatchSize) return;
  }
}

/** Locks the counts of these users. Every change of their notifications does that first, to avoid deadlocks. */
export async function lockCounts(tx: Executor, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ epoch: notificationCounts.epoch })
    .from(notificationCounts)
    .where(inArray(notificationCounts.userId, [...userIds]))
    .orderBy(notificationCounts.userId)
    .for('no key update');
}

function matchesRecipient(executor: Executor, userId: string, isRead: boolean | undefined) {
  const { epoch, readAt } = notificationRecipients;
  const states = {
    true: or(isNotNull(readAt), isOfFormerEpoch(executor, userId)),
    false: and(isNull(readAt), eq(epoch, findEpoch(executor, userId))),
    undefined: undefined,
  };
  return and(eq(notificationRecipients.userId, userId), states[`${isRead}`]);
}

function isOfFormerEpoch(executor: Executor, userId: string) {
  return lt(notificationRecipients.epoch, findEpoch(executor, userId));
}

function findEpoch(executor: Executor, userId: string) {
  return executor.select({ epoch: notificationCounts.epoch }).from(notificationCounts).where(matchesUser(userId));
}

function matchesUser(userId: string) {
  return eq(notificationCounts.userId, userId);
}

const notificationBatch = 100;
/** A notification may have a thousand recipients. */
const recipientBatch = 2_000;

/** Deletes a batch of notifications that are older than a time; returns whether there may be more. */
export async function deleteOldNotifications(database: Executor, before: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    // Does not lock these rows: locking them before the counts of their users (`lockCounts`) would cause deadlocks with
    // the deletion of a user.
    const old = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(lt(notifications.createdAt, before))
      .orderBy(asc(notifications.createdAt))
      .limit(notificationBatch);
    if (old.length === 0) return false;
    const ids = old.map(({ id }) => id);
    const { notificationId, userId } = notificationRecipients;
    const recipients = await tx
      .select({ userId, notificationId })
      .from(notificationRecipients)
      .where(inArray(notificationId, ids))
      .limit(recipientBatch);
    if (recipients.length > 0) {
      await lockCounts(tx, [...new Set(recipients.map((row) => row.userId))]);
      const keys = recipients.map((row) => sql`(${row.userId}::uuid, ${row.notificationId}::bigint)`);
      await tx
        .delete(notificationRecipients)
        .where(sql`(${userId}, ${notificationId}) in (${sql.join(keys, sql`, `)})`);
    }
    if (recipients.length < recipientBatch) await tx.delete(notifications).where(inArray(notifications.id, ids));
    return true;
  });
}
