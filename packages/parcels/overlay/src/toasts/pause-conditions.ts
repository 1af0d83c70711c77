import { listen } from '@portico/shared';
import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';

// In the capture phase, before a module can stop the events.
const options = { capture: true };

/** Whether the user is in another window or tab. */
export function useIsAway(): boolean {
  return useSyncExternalStore(onFocusChange, () => document.hidden || !document.hasFocus());
}

const onFocusChange = (onChange: () => void) =>
  listen(window, ['blur', 'focus', 'visibilitychange'], onChange, options);

/** Whether a modal dialog is open. Everything outside of it is inert, the toasts too. */
export function useIsUnderModal(): boolean {
  return useSyncExternalStore(onDialogChange, () => document.querySelector('dialog:modal') !== null);
}

// A dialog that is removed from the document fires no event: check again at the next focus or press.
const onDialogChange = (onChange: () => void) =>
  listen(document, ['toggle', 'close', 'focusin', 'pointerdown'], onChange, options);

/** Whether the pointer is over the element. An element that is removed under the pointer gets no event. */
export function useIsHovered(element: RefObject<HTMLElement | null>): boolean {
  // Not a state: React would keep every update, also to the same value, until the component is rendered again.
  const isHovered = useRef(false);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const onEvent = (event: Event) => {
        if (event.type === 'pointerover') {
          isHovered.current = event.target instanceof Node && element.current?.contains(event.target) === true;
        } else if (event instanceof MouseEvent && event.relatedTarget === null) {
          // The pointer left the window, or the finger was lifted.
          isHovered.current = false;
        }
        onChange();
      };
      return listen(document, ['pointerover', 'pointerout'], onEvent, options);
    },
    [element],
  );
  return useSyncExternalStore(subscribe, () => isHovered.current);
}
