import { desc, eq, or } from 'drizzle-orm';
import type { Executor } from '../database/database';
import type { User } from '../identity/accounts/user-repository';
import { auditRecords } from '../identity/audit/tables';
import { appGrants, recoveryCodes, sessions, userImages } from '../identity/tables';
import {
  notificationCounts,
  notificationPreferences,
  notificationRecipients,
  notifications,
  pushTokens,
} from '../messaging/tables';
import { rolloutOutcomes } from '../registry/tables';

type Read = (executor: Executor, userId: string) => Promise<readonly object[]>;

/** What of each table with a reference to users an export has: no hashes, tokens and codes. */
export const exportedTables: Readonly<Record<string, Read>> = {
  user_images: async (executor, userId) => {
    const photos = await executor.select().from(userImages).where(eq(userImages.userId, userId));
    return photos.map(({ data, mime, updatedAt }) => ({ mime, updatedAt, data: data.toString('base64') }));
  },
  app_grants: (executor, userId) => executor.select().from(appGrants).where(eq(appGrants.userId, userId)),
  sessions: (executor, userId) => executor.select().from(sessions).where(eq(sessions.userId, userId)),
  recovery_codes: (executor, userId) =>
    executor
      .select({ createdAt: recoveryCodes.createdAt, expiresAt: recoveryCodes.expiresAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
  notification_preferences: (executor, userId) =>
    executor.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId)),
  notification_counts: (executor, userId) =>
    executor
      .select({ total: notificationCounts.total, unread: notificationCounts.unread })
      .from(notificationCounts)
      .where(eq(notificationCounts.userId, userId)),
  notification_recipients: async (executor, userId) => {
    const received = await executor
      .select({ notification: notifications, readAt: notificationRecipients.readAt })
      .from(notificationRecipients)
      .innerJoin(notifications, eq(notifications.id, notificationRecipients.notificationId))
      .where(eq(notificationRecipients.userId, userId))
      .orderBy(desc(notifications.id));
    return received.map(({ notification, readAt }) => ({ ...notification, idempotencyKey: undefined, readAt }));
  },
  push_tokens: (executor, userId) =>
    executor
      .select({ sessionId: pushTokens.sessionId, registeredAt: pushTokens.registeredAt })
      .from(pushTokens)
      .where(eq(pushTokens.userId, userId)),
  rollout_outcomes: (executor, userId) =>
    executor.select().from(rolloutOutcomes).where(eq(rolloutOutcomes.userId, userId)),
  audit_records: (executor, userId) =>
    executor
      .select()
      .from(auditRecords)
      .where(or(eq(auditRecords.userId, userId), eq(auditRecords.actorId, userId))),
};

/** Everything that the portal holds of a user, by table. */
export async function exportUser(executor: Executor, { passwordHash, ...user }: User) {
  const tables: Record<string, readonly object[]> = {};
  for (const [name, read] of Object.entries(exportedTables)) tables[name] = await read(executor, user.id);
  return { user: { ...user, hasPassword: passwordHash !== null }, ...tables };
}
