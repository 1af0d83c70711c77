import { and, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../database/database';
import type { User } from '../identity/accounts/user-repository';
import { deleteAddressAccounts } from '../identity/limits/address-account-repository';
import { defaultLimits, type LimitName } from '../identity/limits/limits';
import type { Throttle } from '../identity/limits/throttle';
import { users } from '../identity/tables';
import { lockCounts } from '../messaging/notifications/notification-repository';
import { notificationRecipients, notifications } from '../messaging/tables';

/**
 * Deletes a user and everything that the portal holds of them: their sessions end with it. Notifications that others got as
 * well stay for these. Records of the audit log stay, with an id that names nobody any more.
 */
export async function deleteUser(tx: Executor, { email, id }: User, throttle: Throttle): Promise<void> {
  await lockCounts(tx, [id]);
  await deleteOwnNotifications(tx, id);
  const limits = Object.keys(defaultLimits).filter((name): name is LimitName => name in defaultLimits);
  await throttle.reset(
    tx,
    limits.map((name) => [name, email]),
  );
  await deleteAddressAccounts(tx, email);
  // Their rows of other tables go by foreign keys.
  await tx.delete(users).where(eq(users.id, id));
}

/** Deletes the notifications that nobody else got. */
async function deleteOwnNotifications(tx: Executor, userId: string): Promise<void> {
  const others = alias(notificationRecipients, 'others');
  const ofOthers = tx
    .select({ id: others.notificationId })
    .from(others)
    .where(and(eq(others.notificationId, notificationRecipients.notificationId), ne(others.userId, userId)));
  const own = tx
    .select({ id: notificationRecipients.notificationId })
    .from(notificationRecipients)
    .where(and(eq(notificationRecipients.userId, userId), notExists(ofOthers)));
  await tx.delete(notifications).where(inArray(notifications.id, own));
}
