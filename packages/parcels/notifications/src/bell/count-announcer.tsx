import { useTranslation } from '@portico/shared';
import { useEffect, useRef, useState } from 'react';

/** Debounce in milliseconds, so that a burst of messages is announced once, after their toasts. */
const debounce = 2_000;

/** Announces the number of unread notifications to assistive technology when it grows. */
export function CountAnnouncer({ count }: { readonly count: number | undefined }) {
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
