import { accountPart, type NotificationFilter, type NotificationList, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useToastOf } from '../failure/use-list-failure-toast';
import { NotificationRow } from './notification-row';
import { Spinner } from './spinner';
import { useRowFocus } from './use-row-focus';

interface NotificationFeedProps {
  readonly filter: NotificationFilter;
  readonly list: NotificationList;
}

/** How near to its end a list goes on loading (specification, section 5), in pixels. */
const endDistance = 10;
/** A row with one line of text. */
const estimatedHeight = 91;

/** A list of notifications, of which those in sight alone are drawn; it loads on at its end. */
export function NotificationFeed({ filter, list }: NotificationFeedProps) {
  const { t } = useTranslation();
  const { hasMore, useMoreNotifications } = accountPart.get();
  const { notifications, total } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const more = useMoreNotifications(filter);
  useToastOf(more.error);

  const focus = useRowFocus(scroller, notifications, (index) => virtualizer.scrollToIndex(index));
  const virtualizer = useVirtualizer({
    count: notifications.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => notifications[index]?.id ?? index,
    rangeExtractor: focus.rangeWithFocus,
    overscan: 5,
    // React may finish what it is at; a frame later is soon enough for rows out of sight.
    useFlushSync: false,
  });

  const loadAtEnd = () => {
    const { current } = scroller;
    if (!current || !hasMore(list) || more.isPending || more.error) return;
    if (current.scrollHeight - current.scrollTop - current.clientHeight <= endDistance) more.load();
  };
  // Also when the rows do not fill the panel, which then never scrolls.
  useEffect(loadAtEnd);

  return (
    <div className="portico-notifications-scroller" ref={scroller} onScroll={loadAtEnd}>
      <ol className="portico-notifications-list" style={{ height: virtualizer.getTotalSize() }} {...focus.handlers}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const notification = notifications[index];
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
                <NotificationRow notification={notification} isTabStop={index === focus.index} />
              </li>
            )
          );
        })}
      </ol>
      {more.isPending && (
        <div className="portico-notifications-more">
          <Spinner />
        </div>
      )}
      {more.error && !more.isPending && (
        <div className="portico-notifications-more">
          <span>{t('notifications.more_failed')}</span>
          <Button variant="plain" onClick={more.load}>
            {t('try_again')}
          </Button>
        </div>
      )}
    </div>
  );
}
