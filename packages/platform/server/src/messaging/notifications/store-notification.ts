import type { NotificationRequest } from '@portico/contract';
import { and, asc, count, eq, exists, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { isReferenceGone } from '../../database/database-errors';
import { appGrants, users } from '../../identity/identity-tables';
import { notificationPreferences, notificationRecipients, notifications } from '../messaging-tables';
import type { Notification } from './notification-repository';

/** A recipient of a notification. `isEnabled`: the user wants toasts and pushes of the module. */
interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly isEnabled: boolean;
}

interface NotificationToStore {
  readonly module: string;
  readonly request: NotificationRequest;
  /** A notification with the same key and module is stored once. */
  readonly idempotencyKey: string | null;
}

/** Beyond it, users are deleted faster than their notifications can be stored. */
const maxTries = 5;

export interface NotificationDelivery {
  readonly notification: Notification;
  readonly recipients: readonly Recipient[];
}

/**
 * Stores a notification for the recipients who may use its module.
 * @returns their number, and what to deliver unless the notification was stored before
 */
export async function storeNotification(database: Executor, wanted: NotificationToStore, now: Date) {
  for (let tries = 1; ; tries++) {
    try {
      return await store(database, wanted, now);
    } catch (error) {
      // A recipient was deleted since they were found: the others get it all the same.
      if (tries === maxTries || !isReferenceGone(error)) throw error;
    }
  }
}

function store(database: Executor, { module, request, idempotencyKey }: NotificationToStore, now: Date) {
  const { emails, title, body, icon = null, redirect = null } = request;
  return database.transaction(async (tx) => {
    const recipients = await findRecipients(tx, module, emails);
    if (recipients.length === 0) {
      // Of a repeated call: its recipients may have been disabled since.
      return { recipientCount: await countRecipients(tx, module, idempotencyKey), news: undefined };
    }
    const [notification] = await tx
      .insert(notifications)
      .values({ module, title, body, icon, redirect, idempotencyKey, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (notification === undefined) {
      return { recipientCount: await countRecipients(tx, module, idempotencyKey), news: undefined };
    }
    await tx
      .insert(notificationRecipients)
      .values(recipients.map(({ userId }) => ({ userId, notificationId: notification.id })));
    return { recipientCount: recipients.length, news: { notification, recipients } };
  });
}

/** Counts the recipients of a notification that was stored by this key; without a key there is none. */
async function countRecipients(tx: Executor, module: string, idempotencyKey: string | null): Promise<number> {
  if (idempotencyKey === null) return 0;
  const [row] = await tx
    .select({ total: count() })
    .from(notifications)
    .innerJoin(notificationRecipients, eq(notificationRecipients.notificationId, notifications.id))
    .where(and(eq(notifications.module, module), eq(notifications.idempotencyKey, idempotencyKey)));
  return row?.total ?? 0;
}

/** Finds the recipients by e-mail: enabled users who may use the module in any tenant. */
async function findRecipients(executor: Executor, module: string, emails: readonly string[]): Promise<Recipient[]> {
  const grants = executor
    .select()
    .from(appGrants)
    .where(and(eq(appGrants.userId, users.id), eq(appGrants.module, module)));
  const rows = await executor
    .select({ userId: users.id, email: users.email, isEnabled: notificationPreferences.enabled })
    .from(users)
    .leftJoin(
      notificationPreferences,
      and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.module, module)),
    )
    .where(and(inArray(users.email, [...emails]), isNull(users.disabledAt), exists(grants)))
    .orderBy(asc(users.id));
  return rows.map(({ isEnabled, ...recipient }) => ({ ...recipient, isEnabled: isEnabled ?? true }));
}
