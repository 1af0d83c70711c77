import { type TextKey, type Toast, type ToastType, useTranslation } from '@portico/shared';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ShownToast } from './use-toaster';

interface AnnouncerProps {
  readonly toasts: readonly ShownToast[];
  /** The user would miss an announcement now: new toasts are announced later. */
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
 * How long an announcement stays, in milliseconds: screen readers need some time, but would find it again later.
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

/** The meaning of each icon in words. */
export const typeTexts: Record<ToastType, TextKey | undefined> = {
  default: undefined,
  success: 'toasts.success',
  error: 'toasts.error',
  warning: 'toasts.warning',
  info: 'toasts.info',
};

/** The announcement of a toast, in sentences. A toast with a button or link names the key that leads there. */
function getSpokenText({ type = 'default', title, text, action, link }: Toast, t: (key: TextKey) => string): string {
  const typeText = typeTexts[type];
  const hint = action || link ? [action?.label, t('toasts.label')].filter(Boolean).join(', ') : undefined;
  return [typeText && t(typeText), title, text, hint].filter(isText).map(endWithPeriod).join(' ');
}

function isText(part: string | undefined): part is string {
  return Boolean(part);
}

function endWithPeriod(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
