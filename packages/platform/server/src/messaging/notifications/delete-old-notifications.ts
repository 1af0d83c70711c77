import { asc, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { notificationRecipients, notifications } from '../tables';
import { lockCounts } from './notification-repository';

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
