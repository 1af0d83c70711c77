import { listen } from '@portico/shared';
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Dismisses an open panel on Escape (`byKey`), on a press outside, or when the focus moves outside. */
export function useDismissal(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (byKey: boolean) => void,
): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return;
    const isOutside = (target: EventTarget | null): target is Element =>
      target instanceof Element && target !== document.body && !root.current?.contains(target);
    const leave = ({ target }: Event) => {
      // Closing the panel would move a toast, away from the press.
      if (isOutside(target) && !target.closest('[popover=manual]')) dismiss(false);
    };
    const pressKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.defaultPrevented) return;
      // A dialog or a toast handles its own Escape.
      if (isOutside(event.target)) return;
      event.preventDefault();
      dismiss(true);
    };
    const endLeaving = listen(document, ['pointerdown', 'focusin'], leave, { capture: true });
    const endKeys = listen(document, ['keydown'], pressKey);
    return () => {
      endLeaving();
      endKeys();
    };
  }, [isOpen, root]);
}
