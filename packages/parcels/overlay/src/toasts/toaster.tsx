import { dismissToast, useTranslation } from '@portico/shared';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Announcer } from './announcer';
import { useIsAway, useIsHovered, useIsUnderModal } from './pause-conditions';
import { ToastCard } from './toast-card';
import { useToastRoom } from './use-toast-room';
import { getToastDuration, useToaster } from './use-toaster';
import { useToasterFocus } from './use-toaster-focus';

/**
 * The toasts, top right, the newest last: no toast moves when another one arrives. Their timers pause while they have
 * the pointer or the focus, and while the user cannot reach them: in another window, or behind a modal dialog.
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
        // A click does not move the focus: the user can keep typing, and the timers run again without the pointer.
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
                <ToastCard {...shown} onDismiss={() => dismissToast(shown.id)} />
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
 * @param count number of toasts in the element, which changes its size
 */
function useTopLayer(element: RefObject<HTMLElement | null>, isUnderModal: boolean, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size depends on `count`.
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
