import { and, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { notificationRecipients, notifications } from '../tables';

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
  readonly readAt: Date | null;
}

/** A page of the user's notifications, the newest first. */
export function listNotifications(
  executor: Executor,
  userId: string,
  { offset, limit, isRead }: NotificationQuery,
): Promise<ReceivedNotification[]> {
  // Pages before the join, so that an offset costs only index reads.
  const page = executor
    .select({ id: notificationRecipients.notificationId, readAt: notificationRecipients.readAt })
    .from(notificationRecipients)
    .where(ofUser(userId, isRead))
    .orderBy(desc(notificationRecipients.notificationId))
    .offset(offset)
    .limit(limit)
    .as('page');
  return executor
    .select({ notification: notifications, readAt: page.readAt })
    .from(page)
    .innerJoin(notifications, eq(notifications.id, page.id))
    .orderBy(desc(page.id));
}

export async function countNotifications(executor: Executor, userId: string, isRead?: boolean): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(notificationRecipients).where(ofUser(userId, isRead));
  return row?.total ?? 0;
}

/** Marks the given unread notifications of the user as read. */
export async function markRead(executor: Executor, userId: string, ids: readonly number[], now: Date): Promise<void> {
  await executor
    .update(notificationRecipients)
    .set({ readAt: now })
    .where(and(ofUser(userId, false), inArray(notificationRecipients.notificationId, [...ids])));
}

export async function markAllRead(executor: Executor, userId: string, now: Date): Promise<void> {
  await executor.update(notificationRecipients).set({ readAt: now }).where(ofUser(userId, false));
}

function ofUser(userId: string, isRead: boolean | undefined) {
  const { readAt } = notificationRecipients;
  const state = isRead === undefined ? undefined : isRead ? isNotNull(readAt) : isNull(readAt);
  return and(eq(notificationRecipients.userId, userId), state);
}
