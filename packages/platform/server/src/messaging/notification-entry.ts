import type { notificationSchema } from '@portico/contract';
import type * as v from 'valibot';
import type { ReceivedNotification } from './notifications/notification-repository';

/** A notification in responses of the API and in realtime messages. */
export type NotificationEntry = v.InferInput<typeof notificationSchema> & {
  readonly title: string;
  readonly created_at: string;
};

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
