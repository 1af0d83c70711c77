import type { Notification } from '@portico/contract';

/**
 * Puts notifications that the user has opened in place back into a list that they left by being read, so that they can
 * be read to the end. The list is sorted, the newest first.
 */
export function keepOpened(
  notifications: readonly Notification[],
  opened: readonly Notification[],
): readonly Notification[] {
  const ids = new Set(notifications.map(({ id }) => id));
  let kept = notifications;
  for (const notification of opened) {
    if (ids.has(notification.id)) continue;
    const time = Date.parse(notification.createdAt);
    const older = kept.findIndex(({ createdAt }) => Date.parse(createdAt) < time);
    kept = kept.toSpliced(older < 0 ? kept.length : older, 0, notification);
  }
  return kept;
}
