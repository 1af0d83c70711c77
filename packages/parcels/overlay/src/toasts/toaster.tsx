import { dismissToast, useTranslation } from '@portico/shared';
import { type KeyboardEvent, useRef } from 'react';
import { Announcer } from './announcer';
import { useIsAway, useIsHovered, useIsUnderModal } from './pause-conditions';
import { ToastCard } from './toast-card';
import { getToastDuration } from './toast-duration';
import { useToastRoom } from './use-toast-room';
import { useToaster } from './use-toaster';
import { useToasterFocus } from './use-toaster-focus';
import { useTopLayer } from './use-top-layer';

/**
 * The toasts, top right, the newest last: no toast moves when another one arrives. Their timers pause while the user is
 * at them, and while the user cannot be: in another window, or under a modal dialog.
 */
export function Toaster() {
  const { t } = useTranslation();
  const region = useRef<HTMLElement>(null);
  const isHovered = useIsHovered(region);
  const isAway = useIsAway();
  const isUnderModal = useIsUnderModal();
  const focus = useToasterFocus(region);
  const { toasts, waitingCount } = useToaster(isHovered || isAway || isUnderModal || focus.isInside);
  const staying = toasts.filter(({ isLeaving }) => !isLeaving).length;
  useTopLayer(region, isUnderModal, staying);
  useToastRoom(region, toasts);

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target !== region.current) return;
    event.stopPropagation();
    focus.leave();
  };

  return (
    <>
      <Announcer toasts={toasts} isPaused={isAway || isUnderModal} />
      <section
        className="portico-overlay-toaster"
        ref={region}
        popover="manual"
        aria-label={t('toasts.label')}
        aria-keyshortcuts="Alt+T"
        tabIndex={-1}
        {...focus.handlers}
        onKeyDown={leaveOnEscape}
        // A click takes no focus: the user goes on typing, and the timers go on when the pointer leaves.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ol className="portico-overlay-toasts">
          {toasts.map((shown) => (
            <li
              className="portico-overlay-toast-row"
              key={shown.id}
              data-leaving={shown.isLeaving || undefined}
              data-stays={(!shown.isLeaving && getToastDuration(shown.toast) === Number.POSITIVE_INFINITY) || undefined}
            >
              <div className="portico-overlay-toast-space">
                <ToastCard shown={shown} onDismiss={() => dismissToast(shown.id)} />
              </div>
            </li>
          ))}
        </ol>
        {waitingCount > 0 && (
          <p className="portico-overlay-toasts-note">{t('toasts.waiting', { number: waitingCount })}</p>
        )}
        {staying === 0 && focus.isInside && <p className="portico-overlay-toasts-note">{t('toasts.empty')}</p>}
      </section>
    </>
  );
}
