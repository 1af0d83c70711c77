import type { NotificationId } from '@portico/contract';
import { type Notification, useTranslation } from '@portico/shared';
import { Button, Icon, Notice } from '@portico/ui';
import { useState } from 'react';
import { keepOpened } from '../lists/keep-opened';
import type { NotificationFilter } from '../lists/notification-page';
import { markNotificationRead, reloadNotifications, useNotificationList } from '../lists/notification-queries';
import { NotificationFeed } from './notification-feed';
import { Spinner } from './spinner';

const none: readonly Notification[] = [];

/** One of the lists: loaded, empty, loading, or failed. */
export function NotificationTab({ filter }: { readonly filter: NotificationFilter }) {
  const { t } = useTranslation();
  const { data, isError } = useNotificationList(filter);
  const [isRetrying, setRetrying] = useState(false);
  const { shown, isOpen, toggle } = useOpened(data?.notifications ?? none);

  const retry = async () => {
    setRetrying(true);
    await reloadNotifications();
    setRetrying(false);
  };

  if (data && shown.length > 0) {
    return <NotificationFeed filter={filter} list={data} shown={shown} isOpen={isOpen} onToggle={toggle} />;
  }
  if (data && data.total === 0) {
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
      {isError || isRetrying || data ? (
        <>
          <Notice kind="error">{t('notifications.load_failed')}</Notice>
          <Button variant="quiet" isBusy={isRetrying} onClick={retry}>
            {t('try_again')}
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </div>
  );
}

/**
 * The notifications that the user has opened in place, because their text is cut. Opening marks one as read; it stays
 * in the list until the list is closed.
 */
function useOpened(notifications: readonly Notification[]) {
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
