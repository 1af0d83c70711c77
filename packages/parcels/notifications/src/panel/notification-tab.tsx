import { type Notification, useTranslation } from '@portico/shared';
import { Button, Icon, Notice } from '@portico/ui';
import { useState } from 'react';
import {
  markNotificationRead,
  type NotificationFilter,
  reloadNotifications,
  useNotificationList,
} from '../lists/notification-lists';
import { NotificationFeed } from './notification-feed';
import { Spinner } from './panel-frame';

/** One of the lists: loaded, empty, loading, or failed. */
export function NotificationTab({ filter }: { readonly filter: NotificationFilter }) {
  const { t } = useTranslation();
  const list = useNotificationList(filter);
  const { data, errorUpdateCount, isFetching } = list;
  const { shown, isOpen, toggle } = useOpened(data?.notifications ?? []);

  if (shown.length > 0) return <NotificationFeed list={list} shown={shown} isOpen={isOpen} onToggle={toggle} />;
  if (data?.total === 0) {
    return (
      <div className="portico-notifications-state">
        <span className="portico-notifications-empty-icon">
          <Icon name="bell" />
        </span>
        <p className="portico-notifications-empty-title">{t('notifications.empty_title')}</p>
        <p className="portico-notifications-empty-text">{t('notifications.empty_subtitle')}</p>
      </div>
    );
  }
  return (
    <div className="portico-notifications-state">
      {errorUpdateCount > 0 || data ? (
        <>
          <Notice kind="error">{t('notifications.load_failed')}</Notice>
          <Button variant="quiet" isBusy={isFetching} onClick={() => void reloadNotifications()}>
            {t('try_again')}
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </div>
  );
}

/** The cut notifications that the user has opened in place. Marked as read, they stay until the list is closed. */
function useOpened(notifications: readonly Notification[]) {
  const [opened, setOpened] = useState<readonly Notification[]>([]);
  const [open, setOpen] = useState<ReadonlySet<Notification['id']>>(new Set());

  const toggle = (notification: Notification) => {
    const { id, read } = notification;
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
    if (!opened.some((other) => other.id === id)) setOpened([...opened, { ...notification, read: true }]);
    if (!read) void markNotificationRead(id);
  };
  return { shown: keepOpened(notifications, opened), isOpen: (id: Notification['id']) => open.has(id), toggle };
}

/** Keeps opened notifications in a list of unread ones. The list is sorted, the newest first. */
export function keepOpened(
  notifications: readonly Notification[],
  opened: readonly Notification[],
): readonly Notification[] {
  const ids = new Set(notifications.map(({ id }) => id));
  const left = opened.filter(({ id }) => !ids.has(id));
  if (left.length === 0) return notifications;
  const getTime = ({ createdAt }: Notification) => Date.parse(createdAt) || 0;
  return [...notifications, ...left].sort((one, other) => getTime(other) - getTime(one));
}
