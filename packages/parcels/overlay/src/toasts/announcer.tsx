import { type TextKey, type Toast, type ToastType, useTranslation } from '@portico/shared';
import { useEffect, useRef, useState } from 'react';
import type { ShownToast } from './use-toaster';

interface AnnouncerProps {
  readonly toasts: readonly ShownToast[];
  /** The user would miss an announcement now: new toasts are announced later. */
  readonly isPaused: boolean;
}

/** How long an announcement stays, in milliseconds: screen readers need some time, but would find it again later. */
const announcementTime = 1_000;

/** Announces each toast once. Live regions must be in the document before there is anything to announce. */
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
    const isDone = (toast: ShownToast) => unannounced.includes(toast);
    setTimeout(() => setAnnouncements((previous) => previous.filter((toast) => !isDone(toast))), announcementTime);
  }, [toasts, isPaused]);

  const renderAnnouncements = (isUrgent: boolean) =>
    announcements
      .filter(({ toast: { type } }) => isUrgent === (type === 'error' || type === 'warning'))
      .map(({ serial, toast }) => <p key={serial}>{getSpokenText(toast, t)}</p>);

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
  const parts = [typeText && t(typeText), title, text, hint];
  return parts.flatMap((part) => (part ? [endWithPeriod(part)] : [])).join(' ');
}

function endWithPeriod(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
