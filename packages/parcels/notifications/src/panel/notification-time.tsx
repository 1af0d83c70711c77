import { formatDateTime, localeAtom, useAtomValue } from '@portico/shared';
import { formatFullTime, formatRelativeTime } from './relative-time';

interface NotificationTimeProps {
  /** ISO 8601. */
  readonly time: string;
  /** The present time in milliseconds. */
  readonly now: number;
}

/** When a notification was sent, with how long ago that was, and the full date as a tooltip. */
export function NotificationTime({ time, now }: NotificationTimeProps) {
  const locale = useAtomValue(localeAtom);
  return (
    <time className="portico-notifications-date" dateTime={time} title={formatFullTime(time, locale)}>
      {formatDateTime(time)} · {formatRelativeTime(time, now, locale)}
    </time>
  );
}
