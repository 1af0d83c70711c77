import { useTranslation } from '@portico/shared';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getSpokenText } from './spoken-text';
import type { ShownToast } from './use-toaster';

interface AnnouncerProps {
  readonly toasts: readonly ShownToast[];
  /** The user would not hear it now: new toasts are announced later. */
  readonly isPaused: boolean;
}

/**
 * Announces each toast once. Its two live regions are in the document before there is anything to announce; the toasts
 * on screen are not live, so that they are not read twice.
 */
export function Announcer({ toasts, isPaused }: AnnouncerProps) {
  const { t } = useTranslation();
  const announced = useRef(new Set<number>());
  const [announcements, setAnnouncements] = useState<readonly ShownToast[]>([]);

  useEffect(() => {
    if (isPaused) return;
    const unannounced = toasts.filter(({ serial, isLeaving }) => !isLeaving && !announced.current.has(serial));
    if (unannounced.length === 0) return;
    for (const { serial } of unannounced) announced.current.add(serial);
    setAnnouncements((previous) => [...previous, ...unannounced]);
  }, [toasts, isPaused]);

  const remove = (serial: number) =>
    setAnnouncements((previous) => previous.filter((toast) => toast.serial !== serial));
  const renderAnnouncements = (isUrgent: boolean) =>
    announcements
      .filter(({ toast: { type } }) => isUrgent === (type === 'error' || type === 'warning'))
      .map(({ serial, toast }) => (
        <Announcement key={serial} text={getSpokenText(toast, t)} onDone={() => remove(serial)} />
      ));

  return (
    <>
      <div className="portico-overlay-announcer" aria-live="polite">
        {renderAnnouncements(false)}
      </div>
      <div className="portico-overlay-announcer" aria-live="assertive">
        {renderAnnouncements(true)}
      </div>
    </>
  );
}

/**
 * Long enough for assistive technology to notice it, in milliseconds; then it goes, or it would be found a second time.
 */
const announcementTime = 1_000;

function Announcement({ text, onDone }: { readonly text: string; readonly onDone: () => void }) {
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => finish(), announcementTime);
    return () => clearTimeout(timer);
  }, []);
  return <p>{text}</p>;
}
