import { type RefObject, useEffect, useEffectEvent } from 'react';
import { listen } from '../listen';

/**
 * Dismisses what is open by a press outside, which reaches what was pressed, by the focus going elsewhere, or by Escape
 * (`byKey`).
 */
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
      // A toast stands beside what is open: it would move away from under the press.
      if (isOutside(target) && !target.closest('[popover=manual]')) dismiss(false);
    };
    const pressKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.defaultPrevented) return;
      // In a dialog or a toast, Escape is theirs.
      if (isOutside(event.target)) return;
      event.preventDefault();
      dismiss(true);
    };
    const undo = [
      listen(document, ['pointerdown'], leave, { capture: true }),
      listen(document, ['focusin'], leave),
      listen(document, ['keydown'], pressKey),
    ];
    return () => {
      for (const end of undo) end();
    };
  }, [isOpen, root]);
}
