import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { notificationCounts, notificationRecipients, notifications } from '../messaging-tables';

export type Notification = typeof notifications.$inferSelect;

/** A page of the notifications that are read, unread or both. */
export interface NotificationQuery {
  readonly offset: number;
  readonly limit: number;
  /** `undefined` for both. */
  readonly isRead: boolean | undefined;
}

/** A notification of one recipient. */
export interface ReceivedNotification {
  readonly notification: Notification;
  readonly isRead: boolean;
}

/** A page of the user's notifications, the newest first. */
export function listNotifications(
  executor: Executor,
  userId: string,
  { offset, limit, isRead }: NotificationQuery,
): Promise<ReceivedNotification[]> {
  const { epoch, notificationId, readAt } = notificationRecipients;
  const current = findEpoch(executor, userId);
  // Pages before the join, so that an offset costs only index reads.
  const page = executor
    .select({
      id: notificationId,
      isRead: sql<boolean>`${readAt} is not null or ${epoch} < ${current}`.as('is_read'),
    })
    .from(notificationRecipients)
    .where(ofUser(executor, userId, isRead))
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

/** How many notifications the user has, and how many of them are unread. */
export async function countNotifications(executor: Executor, userId: string) {
  const { total, unread } = notificationCounts;
  const [counts] = await executor.select({ total, unread }).from(notificationCounts).where(ofCounts(userId));
  return counts ?? { total: 0, unread: 0 };
}

/** Marks the given unread notifications of the user as read. */
export async function markRead(database: Executor, userId: string, ids: readonly number[], now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await lockCounts(tx, [userId]);
    await tx
      .update(notificationRecipients)
      .set({ readAt: now })
      .where(and(ofUser(tx, userId, false), inArray(notificationRecipients.notificationId, [...ids])));
  });
}

/** Marks all notifications of the user as read, at once however many there are. */
export async function markAllRead(executor: Executor, userId: string): Promise<void> {
  await executor
    .update(notificationCounts)
    .set({ epoch: sql`${notificationCounts.epoch} + 1`, unread: 0 })
    .where(ofCounts(userId));
}

const stampBatchSize = 1_000;
/** A server that stops waits for this. */
const maxStampBatches = 20;

/**
 * Stores when the notifications of former epochs were read, in batches, 20,000 at most: the epoch says that they are
 * read, and only exports and the former release look at the time.
 */
export async function stampRead(database: Executor, userId: string, now: Date): Promise<void> {
  const { notificationId, readAt } = notificationRecipients;
  const stamp = (tx: Executor) => {
    const batch = tx
      .select({ id: notificationId })
      .from(notificationRecipients)
      .where(and(eq(notificationRecipients.userId, userId), isNull(readAt), isOfFormerEpoch(tx, userId)))
      .limit(stampBatchSize);
    return tx
      .update(notificationRecipients)
      .set({ readAt: now })
      .where(and(eq(notificationRecipients.userId, userId), inArray(notificationId, batch)))
      .returning({ id: notificationId });
  };
  for (let batch = 0; batch < maxStampBatches; batch++) {
    const stamped = await database.transaction(async (tx) => {
      await lockCounts(tx, [userId]);
      return stamp(tx);
    });
    if (stamped.length < stampBatchSize) return;
  }
}

/** Locks the counts of these users. Whatever changes their notifications does that first, to avoid deadlocks. */
export async function lockCounts(tx: Executor, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ epoch: notificationCounts.epoch })
    .from(notificationCounts)
    .where(inArray(notificationCounts.userId, [...userIds]))
    .orderBy(notificationCounts.userId)
    .for('no key update');
}

function ofUser(executor: Executor, userId: string, isRead: boolean | undefined) {
  const { epoch, readAt } = notificationRecipients;
  const isCurrent = eq(epoch, findEpoch(executor, userId));
  const state =
    isRead === undefined
      ? undefined
      : isRead
        ? or(isNotNull(readAt), isOfFormerEpoch(executor, userId))
        : and(isNull(readAt), isCurrent);
  return and(eq(notificationRecipients.userId, userId), state);
}

function isOfFormerEpoch(executor: Executor, userId: string) {
  return lt(notificationRecipients.epoch, findEpoch(executor, userId));
}

function findEpoch(executor: Executor, userId: string) {
  return executor.select({ epoch: notificationCounts.epoch }).from(notificationCounts).where(ofCounts(userId));
}

function ofCounts(userId: string) {
  return eq(notificationCounts.userId, userId);
}

const notificationsAtOnce = 100;
/** A notification may have a thousand recipients. */
const recipientsAtOnce = 2_000;

/**
 * Deletes a batch of the notifications from before a time: first their recipients, then themselves.
 * @returns whether there may be more
 */
export async function deleteOldNotifications(database: Executor, before: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    // Without a lock: whoever changes notifications locks the counts of their users first (`lockCounts`). To lock these
    // rows before would be a deadlock with the deletion of a user.
    const old = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(lt(notifications.createdAt, before))
      .orderBy(asc(notifications.createdAt))
      .limit(notificationsAtOnce);
    if (old.length === 0) return false;
    const ids = old.map(({ id }) => id);
    const { notificationId, userId } = notificationRecipients;
    const recipients = await tx
      .select({ userId, notificationId })
      .from(notificationRecipients)
      .where(inArray(notificationId, ids))
      .limit(recipientsAtOnce);
    if (recipients.length > 0) {
      await lockCounts(tx, [...new Set(recipients.map((row) => row.userId))]);
      const keys = recipients.map((row) => sql`(${row.userId}::uuid, ${row.notificationId}::bigint)`);
      await tx
        .delete(notificationRecipients)
        .where(sql`(${userId}, ${notificationId}) in (${sql.join(keys, sql`, `)})`);
    }
    if (recipients.length < recipientsAtOnce) await tx.delete(notifications).where(inArray(notifications.id, ids));
    return true;
  });
}
