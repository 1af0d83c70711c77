import { accountPart, useTranslation } from '@portico/shared';
import { Icon } from '@portico/ui';
import { useRef, useState } from 'react';
import { useDelivery } from '../delivery/use-delivery';
import { useListFailureToast } from '../failure/use-list-failure-toast';
import { LazyPanel, loadPanel } from '../panel/lazy-panel';
import { CountAnnouncer } from './count-announcer';
import { useDismissal } from './use-dismissal';

/** More digits would not fit; the name of the bell has the number. */
const largestBadge = 99;

/** The bell with the number of unread notifications, and the panel under it. */
export function Bell({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const status = useDelivery(email);
  const count = accountPart.get().useUnreadCount();
  const unread = count ?? 0;
  useListFailureToast();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useDismissal(root, isOpen, (byKey) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  });
  // What is not there yet is asked for as soon as it is likely to be wanted; a failure shows when it is.
  const prepare = () => void loadPanel().catch(() => undefined);

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
