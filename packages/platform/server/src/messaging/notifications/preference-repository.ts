import type { NotificationPreference } from '@portico/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { appGrants } from '../../identity/tables';
import { notificationPreferences } from '../tables';

/** Lists a preference for each module of the user, of all tenants, by module. */
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

/**
 * Stores all preferences, or none.
 * @param preferences no module twice
 */
export async function setPreferences(
  executor: Executor,
  userId: string,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  if (preferences.length === 0) return;
  await executor
    .insert(notificationPreferences)
    // In the same order in all calls, to avoid deadlocks.
    .values(inOrder(preferences).map((preference) => ({ userId, ...preference })))
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.module],
      set: { enabled: sql`excluded.enabled` },
    });
}

/** By code units, because the order of a database depends on its locale. */
function inOrder(preferences: readonly NotificationPreference[]): NotificationPreference[] {
  return [...preferences].sort((one, other) => (one.module < other.module ? -1 : 1));
}
