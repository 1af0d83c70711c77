import type { NotificationRequest } from '@portico/contract';
import { and, count, eq } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { notificationRecipients, notifications } from '../database/tables';
import type { Notification } from './notification-repository';
import { findRecipients, type Recipient } from './recipient-repository';

export interface NotificationToStore {
  readonly module: string;
  readonly request: NotificationRequest;
  /** Of two with the same key and module the second is the first. */
  readonly idempotencyKey: string | null;
}

export interface StoredNotification {
  readonly recipientCount: number;
  /** Whom to tell now: nobody when the notification had been stored before. */
  readonly news: { readonly notification: Notification; readonly recipients: readonly Recipient[] } | undefined;
}

/** Stores a notification for those of the named who have its module. */
export function storeNotification(
  database: Executor,
  { module, request, idempotencyKey }: NotificationToStore,
  now: Date,
): Promise<StoredNotification> {
  const { emails, title, body, icon = null, redirect = null } = request;
  return database.transaction(async (tx) => {
    const recipients = await findRecipients(tx, module, emails);
    if (recipients.length === 0) return { recipientCount: 0, news: undefined };
    const [notification] = await tx
      .insert(notifications)
      .values({ module, title, body, icon, redirect, idempotencyKey, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (notification === undefined) {
      return { recipientCount: await countRecipients(tx, module, idempotencyKey ?? ''), news: undefined };
    }
    await tx
      .insert(notificationRecipients)
      .values(recipients.map(({ userId }) => ({ userId, notificationId: notification.id })));
    return { recipientCount: recipients.length, news: { notification, recipients } };
  });
}

async function countRecipients(tx: Executor, module: string, idempotencyKey: string): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(notifications)
    .innerJoin(notificationRecipients, eq(notificationRecipients.notificationId, notifications.id))
    .where(and(eq(notifications.module, module), eq(notifications.idempotencyKey, idempotencyKey)));
  return row?.total ?? 0;
}
