import { appsQuery, queryClient, useQuery, userQuery } from '@portico/query';
import { isSignedInAtom, sessionAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Icon } from '@portico/ui';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Announcements } from '../announcements/announcements';
import { useDelivery } from '../delivery/use-delivery';
import { useErrorToast } from '../failure/failures';
import { getUnreadCount, useNotificationList } from '../lists/notification-lists';
import { LazyPanel, panel } from '../panel/lazy-panel';
import { useDismissal } from './use-dismissal';

/** The notifications and announcements of the signed-in user. Signing out removes them immediately, before the parcel is unmounted. */
export function Notifications() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  const { email } = useAtomValue(sessionAtom);
  if (!isSignedIn) return null;
  return (
    <Fragment key={email}>
      <Bell email={email} />
      <Announcements />
    </Fragment>
  );
}

/** Two digits fit. The accessible name has the full number. */
const largestBadge = 99;
/** In milliseconds. */
const pollingPeriod = 60_000;

/** The bell with the number of unread notifications, and its panel. */
function Bell({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const { status, hasStarted } = useDelivery(email);
  // Keeps the session current: fetches the user now, and user and applications whenever the user returns.
  useQuery({ ...userQuery, notifyOnChangeProps: [] }, queryClient);
  useQuery({ ...appsQuery, notifyOnChangeProps: [] }, queryClient);
  const polling = { enabled: hasStarted, refetchInterval: status === 'live' ? false : pollingPeriod } as const;
  const all = useNotificationList('all', polling);
  const unread = useNotificationList('new', polling);
  useErrorToast(all.error ?? unread.error, all.isSuccess && unread.isSuccess);
  const count = getUnreadCount(all.data, unread.data);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useDismissal(root, isOpen, (byKey) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  });
  // The open panel shows a failure.
  const prepare = () => void panel.load().catch(() => undefined);

  const label = count ? `${t('notifications')}, ${t('notifications.unread', { count })}` : t('notifications');
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
        {count ? (
          <span className="portico-notifications-badge" aria-hidden>
            {count > largestBadge ? `${largestBadge}+` : count}
          </span>
        ) : null}
      </button>
      <CountAnnouncer count={count} />
      {isOpen && <LazyPanel status={status} unread={count ?? 0} />}
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
