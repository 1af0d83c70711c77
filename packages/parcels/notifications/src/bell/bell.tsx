import { useTranslation } from '@portico/shared';
import { Icon } from '@portico/ui';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../account/use-account';
import { useDelivery } from '../delivery/use-delivery';
import { useErrorToast } from '../failure/failure-toast';
import { useNotificationList, useUnreadCount } from '../lists/notification-queries';
import { LazyPanel, panel } from '../panel/lazy-panel';
import { useDismissal } from './use-dismissal';

/** Two digits fit. The accessible name has the full number. */
const largestBadge = 99;

/** The bell with the number of unread notifications, and its panel. */
export function Bell({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const status = useDelivery(email);
  useAccount();
  const count = useUnreadCount();
  const unread = count ?? 0;
  const unreadList = useNotificationList('new');
  const wholeList = useNotificationList('all');
  // When the lists begin to fail, not at every poll.
  useErrorToast(wholeList.error ?? unreadList.error, wholeList.isSuccess && unreadList.isSuccess);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useDismissal(root, isOpen, (byKey) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  });
  // The panel shows the failure when it is opened.
  const prepare = () => void panel.load().catch(() => undefined);

  const label =
    unread > 0 ? `${t('notifications')}, ${t('notifications.unread', { count: unread })}` : t('notifications');
  return (
    <div className="portico-notifications" ref={root}>
      <button
        type="button"
        ref={button}
        className="portico-ui-icon-button"
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="portico-notifications-badge" aria-hidden>
            {unread > largestBadge ? `${largestBadge}+` : unread}
          </span>
        )}
      </button>
      <CountAnnouncer count={count} />
      {isOpen && <LazyPanel status={status} />}
    </div>
  );
}

/** Debounce in milliseconds, so that a burst of messages is announced once, after their toasts. */
const debounce = 2_000;

/** Announces the number of unread notifications to assistive technology when it grows. */
function CountAnnouncer({ count }: { readonly count: number | undefined }) {
  const { t } = useTranslation();
  const known = useRef(count);
  const [announced, setAnnounced] = useState<number>();

  useEffect(() => {
    const timer = setTimeout(() => {
      const isMore = known.current !== undefined && count !== undefined && count > known.current;
      setAnnounced(isMore ? count : undefined);
      known.current = count;
    }, debounce);
    return () => clearTimeout(timer);
  }, [count]);

  return (
    <span className="portico-ui-hidden" role="status">
      {announced !== undefined && t('notifications.unread', { count: announced })}
    </span>
  );
}
