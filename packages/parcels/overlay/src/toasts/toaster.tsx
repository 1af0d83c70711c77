import { dismissToast, useTranslation } from '@portico/shared';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Announcer } from './announcer';
import { useIsAway, useIsHovered, useIsUnderModal } from './pause-conditions';
import { ToastCard } from './toast-card';
import { getToastDuration } from './toast-duration';
import { useToastRoom } from './use-toast-room';
import { useToaster } from './use-toaster';
import { useToasterFocus } from './use-toaster-focus';

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

/**
 * Keeps an element with `popover="manual"` in the browser's top layer: above menus, whatever their z-index, and above
 * the backdrop of a modal dialog. It is hidden while it would cover the dialog, because the user could not move it.
 * @param count how many things the element holds: its size changes with it
 */
function useTopLayer(element: RefObject<HTMLElement | null>, isUnderModal: boolean, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` stands for the size.
  useLayoutEffect(() => {
    // Browsers without a top layer use the z-index of the style sheet.
    if (!element.current || !('togglePopover' in element.current)) return;
    if (isUnderModal) element.current.togglePopover(false);
    element.current.togglePopover(true);
    if (isUnderModal && isOverDialog(element.current)) element.current.togglePopover(false);
  }, [element, isUnderModal, count]);
}

function isOverDialog(element: HTMLElement): boolean {
  const own = element.getBoundingClientRect();
  return [...document.querySelectorAll('dialog:modal')].some((dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return left < own.right && own.left < right && top < own.bottom && own.top < bottom;
  });
}
