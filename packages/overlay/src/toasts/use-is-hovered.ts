import { type RefObject, useEffect, useState } from 'react';
import { listen } from './listen';

/**
 * Whether the pointer is over the element. Asked of the document: an element that is removed under the pointer is never
 * left, but something else is entered.
 */
export function useIsHovered(element: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    return listen(document, ['pointerover', 'pointerout'], (event) => {
      if (event.type === 'pointerover') {
        setHovered(event.target instanceof Node && element.current?.contains(event.target) === true);
      } else if (event instanceof MouseEvent && event.relatedTarget === null) {
        // To nowhere: out of the window, or the finger is lifted.
        setHovered(false);
      }
    });
  }, [element]);
  return isHovered;
}
