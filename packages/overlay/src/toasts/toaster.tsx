import { dismissToast, toasterPart, useTranslation } from '@portico/shared';
import { type KeyboardEvent, useRef } from 'react';
import { Announcer } from './announcer';
import { ToastCard } from './toast-card';
import { useIsAway } from './use-is-away';
import { useIsHovered } from './use-is-hovered';
import { useIsUnderModal } from './use-is-under-modal';
import { useToasterFocus } from './use-toaster-focus';
import { useTopLayer } from './use-top-layer';

/**
 * The toasts, top right, the newest last: nothing that is read or aimed at moves when another one arrives. Their time
 * stands still while somebody is at them, or nobody can be: in another window, or under a modal dialog.
 */
export function Toaster() {
  const { t } = useTranslation();
  const region = useRef<HTMLElement>(null);
  const isHovered = useIsHovered(region);
  const isAway = useIsAway();
  const isUnderModal = useIsUnderModal();
  const { useToaster } = toasterPart.get();
  const focus = useToasterFocus(region);
  const { toasts, waitingCount } = useToaster(isHovered || isAway || isUnderModal || focus.isInside);
  const staying = toasts.filter(({ isLeaving }) => !isLeaving).length;
  useTopLayer(region, isUnderModal, staying);

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target !== region.current) return;
    event.stopPropagation();
    focus.leave();
  };

  return (
    <>
      <Announcer toasts={toasts} isHeld={isAway || isUnderModal} />
      <section
        className="portico-overlay-toaster"
        ref={region}
        popover="manual"
        aria-label={t('toasts.label')}
        aria-keyshortcuts="Alt+T"
        tabIndex={-1}
        {...focus.handlers}
        onKeyDown={leaveOnEscape}
        // A press takes no focus: what is half-typed keeps it, and the pointer does not stop the clock for good.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ol className="portico-overlay-toasts">
          {toasts.map((shown) => (
            <li className="portico-overlay-toast-row" key={shown.id} data-leaving={shown.isLeaving || undefined}>
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
