import { and, asc, eq, exists, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { appGrants, notificationPreferences, users } from '../database/tables';

/** Somebody who gets a notification; `isEnabled`: wants to see it at once, as a toast or a push. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly isEnabled: boolean;
}

/** Those of the named who may use the module in some tenant and are not disabled, and what they prefer. */
export async function findRecipients(
  executor: Executor,
  module: string,
  emails: readonly string[],
): Promise<Recipient[]> {
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
