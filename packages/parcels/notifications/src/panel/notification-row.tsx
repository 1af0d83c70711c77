import { formatDateTime, type Notification, useTranslation } from '@portico/shared';
import type { MouseEvent } from 'react';
import { markNotificationRead } from '../lists/notification-queries';
import { getSender } from '../message/get-sender';
import { NotificationPicture } from '../message/notification-picture';
import { parseRedirect } from '../message/parse-redirect';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly isTabStop: boolean;
}

/** One notification. Opening it marks it read and, if it leads somewhere, opens that in a new tab. */
export function NotificationRow({ notification, isTabStop }: NotificationRowProps) {
  const { t } = useTranslation();
  const { id, title, body, redirect, read, createdAt } = notification;
  const href = parseRedirect(redirect);

  const open = () => {
    if (!read) void markNotificationRead(id);
  };
  const openByMiddleButton = ({ button }: MouseEvent) => {
    if (button === 1) open();
  };
  const element = { className: 'portico-notifications-entry', tabIndex: isTabStop ? 0 : -1, onClick: open };
  const content = (
    <>
      <NotificationPicture notification={notification} size={36} />
      <span className="portico-notifications-text">
        <strong className="portico-notifications-title">{title || getSender(notification)}</strong>
        {body && <span className="portico-notifications-body">{body}</span>}
        {createdAt && (
          <time className="portico-notifications-date" dateTime={createdAt}>
            {formatDateTime(createdAt)}
          </time>
        )}
      </span>
      {!read && (
        <span className="portico-notifications-dot">
          <span className="portico-ui-hidden">{t('notifications.unread_mark')}</span>
        </span>
      )}
    </>
  );
  return href ? (
    <a {...element} href={href} target="_blank" rel="noopener noreferrer" onAuxClick={openByMiddleButton}>
      {content}
    </a>
  ) : (
    <button {...element} type="button">
      {content}
    </button>
  );
}
