import { type Notification, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { reloadNotifications, type useNotificationList } from '../lists/notification-lists';
import { NotificationRow } from './notification-row';
import { Spinner } from './panel-frame';
import { useRowFocus } from './use-row-focus';

interface NotificationFeedProps {
  readonly list: ReturnType<typeof useNotificationList>;
  /** The rows: those of the list, and opened ones that have left it. */
  readonly shown: readonly Notification[];
  readonly isOpen: (id: Notification['id']) => boolean;
  readonly onToggle: (notification: Notification) => void;
}

/** Distance from the end of a list at which more is loaded, in pixels. */
const endDistance = 10;
/** The height of a row with one line of text, in pixels. */
const estimatedHeight = 92;

/** A virtual list of notifications, which loads more at its end. */
export function NotificationFeed({ list, shown, isOpen, onToggle }: NotificationFeedProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = list;
  const total = data ? data.total + shown.length - data.notifications.length : shown.length;
  const scroller = useRef<HTMLDivElement>(null);

  const focus = useRowFocus(scroller, shown, (index) => virtualizer.scrollToIndex(index));
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => shown[index]?.id ?? index,
    rangeExtractor: focus.rangeWithFocus,
    overscan: 5,
    // Rows out of view may be drawn a frame later.
    useFlushSync: false,
  });

  const loadMore = async () => {
    const { data: loaded } = await fetchNextPage({ cancelRefetch: false });
    // Entries moved without a message, so some may be missing between two pages.
    if (loaded?.haveTotalsChanged) await reloadNotifications();
  };
  const loadAtEnd = () => {
    const { current } = scroller;
    if (!current || !hasNextPage || isFetching || isFetchNextPageError) return;
    if (current.scrollHeight - current.scrollTop - current.clientHeight <= endDistance) void loadMore();
  };
  // Also without a scroll event: rows that do not fill the panel never scroll.
  useEffect(loadAtEnd);

  return (
    <div className="portico-notifications-scroller" ref={scroller} onScroll={loadAtEnd}>
      <ol className="portico-notifications-list" style={{ height: virtualizer.getTotalSize() }} {...focus.handlers}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const notification = shown[index];
          return (
            notification && (
              <li
                className="portico-notifications-row"
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={total}
              >
                <NotificationRow
                  notification={notification}
                  isTabStop={index === focus.index}
                  now={now}
                  isOpen={isOpen(notification.id)}
                  onToggle={() => onToggle(notification)}
                />
              </li>
            )
          );
        })}
      </ol>
      {isFetchingNextPage && (
        <div className="portico-notifications-more">
          <Spinner />
        </div>
      )}
      {isFetchNextPageError && (
        <div className="portico-notifications-more">
          <span>{t('notifications.more_failed')}</span>
          <Button variant="plain" onClick={loadMore}>
            {t('try_again')}
          </Button>
        </div>
      )}
    </div>
  );
}

const interval = 30_000;

/** The present time in milliseconds, for texts such as "3 minutes ago". */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
