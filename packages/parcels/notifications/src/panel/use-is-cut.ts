import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Whether one of the texts in an element, marked by `data-clamped`, is longer than the lines that are shown. Measured
 * at every render: the list renders its rows again when the width changes. While it `isOpen`, nothing is cut and the
 * last answer stays.
 */
export function useIsCut(element: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    if (isOpen || !element.current) return;
    const texts = [...element.current.querySelectorAll('[data-clamped]')];
    // Fractions of a line are rounded.
    setCut(texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1));
  });
  return isCut;
}
