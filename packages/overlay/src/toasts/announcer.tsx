import { type ShownToast, useTranslation } from '@portico/shared';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { spokenTextOf } from './spoken-text';

interface AnnouncerProps {
  readonly toasts: readonly ShownToast[];
  /** Nobody would hear it now: what arrives is said later. */
  readonly isHeld: boolean;
}

/**
 * Says each toast once. Two live regions that stand in the document before there is anything to say, apart from the
 * toasts on screen, which are read again only by who goes there.
 */
export function Announcer({ toasts, isHeld }: AnnouncerProps) {
  const { t } = useTranslation();
  const said = useRef(new Set<number>());
  const [announcements, setAnnouncements] = useState<readonly ShownToast[]>([]);

  useEffect(() => {
    if (isHeld) return;
    const unsaid = toasts.filter(({ serial, isLeaving }) => !isLeaving && !said.current.has(serial));
    if (unsaid.length === 0) return;
    for (const { serial } of unsaid) said.current.add(serial);
    setAnnouncements((previous) => [...previous, ...unsaid]);
  }, [toasts, isHeld]);

  const forget = (serial: number) =>
    setAnnouncements((previous) => previous.filter((toast) => toast.serial !== serial));
  const linesOf = (isUrgent: boolean) =>
    announcements
      .filter(({ toast: { type } }) => isUrgent === (type === 'error' || type === 'warning'))
      .map(({ serial, toast }) => (
        <Announcement key={serial} text={spokenTextOf(toast, t)} onSaid={() => forget(serial)} />
      ));

  return (
    <>
      <div className="portico-overlay-announcer" aria-live="polite">
        {linesOf(false)}
      </div>
      <div className="portico-overlay-announcer" aria-live="assertive">
        {linesOf(true)}
      </div>
    </>
  );
}

/** Long enough for assistive technology to take it up, in milliseconds; then it is not to be found a second time. */
const readingTime = 1_000;

function Announcement({ text, onSaid }: { readonly text: string; readonly onSaid: () => void }) {
  const finish = useEffectEvent(onSaid);
  useEffect(() => {
    const timer = setTimeout(() => finish(), readingTime);
    return () => clearTimeout(timer);
  }, []);
  return <p>{text}</p>;
}
