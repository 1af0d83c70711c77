import type { NotificationPreference } from '@portico/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { appGrants, notificationPreferences } from '../database/tables';

/** A preference for each module of the user, in whatever tenants; by module. */
export async function listPreferences(executor: Executor, userId: string): Promise<NotificationPreference[]> {
  const rows = await executor
    .selectDistinct({ module: appGrants.module, enabled: notificationPreferences.enabled })
    .from(appGrants)
    .leftJoin(
      notificationPreferences,
      and(eq(notificationPreferences.userId, appGrants.userId), eq(notificationPreferences.module, appGrants.module)),
    )
    .where(eq(appGrants.userId, userId));
  return inOrder(rows.map(({ module, enabled }) => ({ module, enabled: enabled ?? true })));
}

/** Sets all of them or, when it fails, none. @param preferences no module twice */
export async function setPreferences(
  executor: Executor,
  userId: string,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  if (preferences.length === 0) return;
  await executor
    .insert(notificationPreferences)
    // Always in the same order, or two calls at once could wait for each other.
    .values(inOrder(preferences).map((preference) => ({ userId, ...preference })))
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.module],
      set: { enabled: sql`excluded.enabled` },
    });
}

/** By code units: a database's own order depends on its locale. */
function inOrder(preferences: readonly NotificationPreference[]): NotificationPreference[] {
  return [...preferences].sort((one, other) => (one.module < other.module ? -1 : 1));
}
