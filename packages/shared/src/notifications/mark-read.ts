import type { NotificationId } from '@portico/contract';
import { tellAccountChange } from '../account/account-channel';
import { send } from '../api/api-client';
import { reloadNotifications, showAsRead } from './notification-queries';

/**
 * Marks a notification read, here and in the other tabs. A failure is silent (specification, section 8): the lists tell
 * what the server knows.
 */
export async function markNotificationRead(id: NotificationId): Promise<void> {
  await showAsRead([id]);
  await send('notifications', { method: 'patch', json: { ids: [id] }, keepalive: true }).catch(() => undefined);
  await announceRead();
}

/**
 * Marks all notifications read, here and in the other tabs.
 * @throws ApiFailure
 */
export async function markAllNotificationsRead(): Promise<void> {
  await send('notifications/all', { method: 'patch' });
  await showAsRead('all');
  await announceRead();
}

function announceRead(): Promise<void> {
  tellAccountChange('NOTIFICATIONS_CHANGED');
  return reloadNotifications();
}
