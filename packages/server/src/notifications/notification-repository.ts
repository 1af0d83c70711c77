import { and, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { notificationRecipients, notifications } from '../database/tables';
import type { NotificationQuery } from './notification-query';

export type Notification = typeof notifications.$inferSelect;

/** A notification as one of its recipients has it. */
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
  // The page is cut before the join, so that an offset costs steps in an index and nothing more.
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

/** Marks those of the user's notifications as read that are named and not read yet. */
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
