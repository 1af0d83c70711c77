import { getNotificationTopic } from '@portico/contract';
import { inArray } from 'drizzle-orm';
import { users } from '../account-tables';
import type { IdentityServices } from '../identity-services';

/**
 * Makes all open pages of users call the API, after their applications changed or a session ended. A page that only loses
 * its connection notices the end of its session seconds later, and other tabs at their next call.
 */
export async function tellOpenPages(
  { database, realtime }: Pick<IdentityServices, 'database' | 'realtime'>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const told = await database
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  // A message of the portal itself: pages fetch the applications and the notifications again.
  const message = JSON.stringify({ id: 'portal', silent: true });
  for (const { email } of told) realtime.publish(getNotificationTopic(email), message);
}
