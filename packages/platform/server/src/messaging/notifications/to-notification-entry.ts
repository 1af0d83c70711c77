import type { NotificationEntry } from '../notification-entry';
import type { ReceivedNotification } from './notification-repository';

export function toNotificationEntry({ notification, isRead }: ReceivedNotification): NotificationEntry {
  const { id, title, body, icon, module, redirect, createdAt } = notification;
  return {
    id,
    title,
    body,
    icon,
    module,
    redirect,
    read: isRead ? 1 : 0,
    created_at: createdAt.toISOString(),
    App: { module },
  };
}
