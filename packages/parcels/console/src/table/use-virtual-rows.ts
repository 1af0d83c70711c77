import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** From this number of rows on, only those near the window are drawn. */
const minVirtualRows = 100;

/** A drawn row, and the height of the rows before it that are not drawn. */
interface DrawnRow {
  readonly index: number;
  readonly gap: number;
}

/**
 * Draws the rows near the window, and moves the focus between rows by the arrow keys, Home and End.
 * @param estimatedHeight of a row in pixels
 */
export function useVirtualRows<Container extends HTMLElement>(count: number, estimatedHeight: number) {
  const container = useRef<Container>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number>();
  /** Set by a key until the row is drawn. */
  const isMoving = useRef(false);
  const isVirtual = count >= minVirtualRows;

  const rangeExtractor = (range: Range) => {
    if (focused === undefined) return defaultRangeExtractor(range);
    // With its neighbours, so that the next key finds them.
    const near = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < count);
    return [...new Set([...defaultRangeExtractor(range), ...near])].sort((a, b) => a - b);
  };
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: isVirtual,
    estimateSize: () => estimatedHeight,
    overscan: 8,
    rangeExtractor,
    scrollMargin,
    useFlushSync: false,
  });

  useLayoutEffect(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0;
    // The content above the table may have another height.
    if (isVirtual) setScrollMargin(Math.round(top + window.scrollY));
    if (!isMoving.current) return;
    isMoving.current = false;
    findControl(container.current, focused)?.focus();
  });

  const moveTo = (index: number) => {
    if (index < 0 || index >= count) return;
    isMoving.current = true;
    setFocused(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = findIndex(event.target);
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined || current < 0 || !isPlain(event)) return;
    event.preventDefault();
    moveTo(target);
  };

  const drawn: DrawnRow[] = [];
  let end = scrollMargin;
  for (const { index, start, end: next } of virtualizer.getVirtualItems()) {
    drawn.push({ index, gap: start - end });
    end = next;
  }
  return {
    container,
    isVirtual,
    rows: isVirtual ? drawn : Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
    /** The height of the rows after the last one that is drawn. */
    rest: isVirtual ? virtualizer.getTotalSize() + scrollMargin - end : 0,
    /** For the element of each row, which has `data-index`. */
    measure: isVirtual ? virtualizer.measureElement : undefined,
    handlers: {
      onKeyDown,
      onFocus: ({ target }: { target: EventTarget }) => setFocused(findIndex(target)),
      onBlur: () => isMoving.current || setFocused(undefined),
    },
  };
}

function findIndex(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset.index ?? -1);
}

function findControl(container: HTMLElement | null, index: number | undefined): HTMLElement | null | undefined {
  return container?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a[href], button, input)`);
}

/** Whether a key belongs to the table, not to a field in it. */
function isPlain({ altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches('select, textarea, input:not([type="checkbox"])');
  return !isField && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
