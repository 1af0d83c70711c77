import type { Notification, NotificationId } from '@portico/contract';
import { useState } from 'react';
import { keepOpened } from '../lists/keep-opened';
import { markNotificationRead } from '../lists/notification-queries';

/**
 * The notifications that the user has opened in place, because their text is cut. Opening marks one as read; it stays in
 * the list until the list is closed.
 */
export function useOpened(notifications: readonly Notification[]) {
  const [opened, setOpened] = useState<readonly Notification[]>([]);
  const [open, setOpen] = useState<ReadonlySet<NotificationId>>(new Set());

  const toggle = (notification: Notification) => {
    const { id, read } = notification;
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
    if (!opened.some((other) => other.id === id)) setOpened([...opened, { ...notification, read: true }]);
    if (!read) void markNotificationRead(id);
  };
  return { shown: keepOpened(notifications, opened), isOpen: (id: NotificationId) => open.has(id), toggle };
}
