import type { Notification } from '@portico/shared';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Keyboard navigation of a virtual list, as a roving tabindex. The row with the focus is always drawn. */
export function useRowFocus(
  scroller: RefObject<HTMLElement | null>,
  notifications: readonly Notification[],
  scrollTo: (index: number) => void,
) {
  const [active, setActive] = useState<Notification['id']>();
  const isWanted = useRef(false);
  const lastIndex = useRef(0);
  const hasFocus = useRef(false);
  const found = notifications.findIndex(({ id }) => id === active);
  const index = found < 0 ? Math.min(lastIndex.current, notifications.length - 1) : found;

  useLayoutEffect(() => {
    if (found >= 0) lastIndex.current = found;
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (!isWanted.current && !isLost) return;
    isWanted.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] [data-entry]`)
      ?.focus({ preventScroll: true });
  });

  const findIndex = (target: EventTarget) =>
    Number(target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : -1);

  return {
    index,
    rangeWithFocus(range: Range): number[] {
      const drawn = defaultRangeExtractor(range);
      return drawn.includes(index) || index >= range.count
        ? drawn
        : [...drawn, index].sort((one, other) => one - other);
    },
    handlers: {
      onFocus({ target }: FocusEvent) {
        hasFocus.current = true;
        setActive(notifications[findIndex(target)]?.id);
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        // Without a target, the window lost the focus or the row was removed.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false;
      },
      onKeyDown(event: KeyboardEvent) {
        const last = notifications.length - 1;
        const targets: Record<string, number> = {
          ArrowDown: Math.min(index + 1, last),
          ArrowUp: Math.max(index - 1, 0),
          Home: 0,
          End: last,
        };
        const target = targets[event.key];
        if (target === undefined || target === index) return;
        event.preventDefault();
        isWanted.current = true;
        setActive(notifications[target]?.id);
        scrollTo(target);
      },
    },
  };
}
