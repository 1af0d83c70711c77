import { localeAtom, type Notification, useAtomValue, useTranslation } from '@portico/shared';
import { formatDateTime, formatFullTime, formatRelativeTime } from '@portico/shared/dates';
import { Icon } from '@portico/ui';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { markNotificationRead } from '../lists/notification-lists';
import { parseRedirect } from '../message/notification-addresses';
import { getSender, NotificationPicture, useApp } from '../message/sender';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly isTabStop: boolean;
  /** The present time in milliseconds. */
  readonly now: number;
  /** The whole text is shown, not only its first lines. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A notification. Opening it marks it read and opens its address in a new tab; a cut text opens in place. */
export function NotificationRow({ notification, isTabStop, now, isOpen, onToggle }: NotificationRowProps) {
  const { t } = useTranslation();
  const { id, title, body, redirect, read, createdAt } = notification;
  const app = useApp(notification.module);
  const href = parseRedirect(redirect);
  const row = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(row, isOpen);
  const tabIndex = isTabStop ? 0 : -1;

  const open = () => {
    if (!read) void markNotificationRead(id);
  };
  const openByMiddleButton = ({ button }: MouseEvent) => button === 1 && open();
  const more = t(isOpen ? 'notifications.less' : 'notifications.more');
  const element = { className: 'portico-notifications-entry', 'data-entry': '', tabIndex };
  const content = (
    <>
      <NotificationPicture notification={notification} size={36} />
      <span className="portico-notifications-text" data-open={isOpen || undefined}>
        <bdi className="portico-notifications-title" data-clamped>
          {title || getSender(notification, app)}
        </bdi>
        {body && (
          <bdi className="portico-notifications-body" data-clamped>
            {body}
          </bdi>
        )}
        {createdAt && <NotificationTime time={createdAt} now={now} />}
        {isCut && !href && (
          <span className="portico-notifications-toggle" aria-hidden>
            {more}
          </span>
        )}
      </span>
      <span className="portico-notifications-marks">
        {!read && (
          <span className="portico-notifications-dot">
            <span className="portico-ui-hidden">{t('notifications.unread_mark')}</span>
          </span>
        )}
        {href && (
          <>
            <Icon name="new-tab" />
            <span className="portico-ui-hidden"> ({t('new_tab')})</span>
          </>
        )}
      </span>
    </>
  );
  return (
    <div className="portico-notifications-entry-row" ref={row}>
      {href ? (
        <a
          {...element}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={open}
          onAuxClick={openByMiddleButton}
        >
          {content}
        </a>
      ) : (
        <button {...element} type="button" aria-expanded={isCut ? isOpen : undefined} onClick={isCut ? onToggle : open}>
          {content}
        </button>
      )}
      {isCut && href && (
        <button
          type="button"
          className="portico-notifications-toggle portico-notifications-toggle-button"
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {more}
        </button>
      )}
    </div>
  );
}

/** Whether a text marked by `data-clamped` is cut. Measured at every render, because the width may change. */
function useIsCut(element: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    if (isOpen || !element.current) return;
    const texts = [...element.current.querySelectorAll('[data-clamped]')];
    // Fractions of a line are rounded.
    setCut(texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1));
  });
  return isCut;
}

/** When a notification was sent (ISO 8601), with how long ago that was, and the full date as a tooltip. */
function NotificationTime({ time, now }: { readonly time: string; readonly now: number }) {
  const locale = useAtomValue(localeAtom);
  return (
    <time className="portico-notifications-date" dateTime={time} title={formatFullTime(time, locale)}>
      {formatDateTime(time)} · {formatRelativeTime(time, now, locale)}
    </time>
  );
}
