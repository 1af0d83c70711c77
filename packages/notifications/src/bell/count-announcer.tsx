import { useTranslation } from '@portico/shared';
import { useEffect, useRef, useState } from 'react';

/** After the last change, in milliseconds: a burst of messages is told once, and after their toasts. */
const settlingTime = 2_000;

/** Tells assistive technology how many notifications are unread, when there are more than before. */
export function CountAnnouncer({ count }: { readonly count: number | undefined }) {
  const { t } = useTranslation();
  const known = useRef(count);
  const [announced, setAnnounced] = useState<number>();

  useEffect(() => {
    const timer = setTimeout(() => {
      const isMore = known.current !== undefined && count !== undefined && count > known.current;
      setAnnounced(isMore ? count : undefined);
      known.current = count;
    }, settlingTime);
    return () => clearTimeout(timer);
  }, [count]);

  return (
    <span className="portico-ui-hidden" role="status">
      {announced !== undefined && t('notifications.unread', { count: announced })}
    </span>
  );
}
