import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Marks a toast that can take the focus: it is not leaving. */
export const focusableToast = { 'data-focusable-toast': '' };
const focusableSelector = '[data-focusable-toast]';

/** The focus in the toasts: Alt+T moves it there, `leave` and the end of the last toast return it. */
export function useToasterFocus(region: RefObject<HTMLElement | null>) {
  const [isInside, setInside] = useState(false);
  const origin = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (!isHotkey(event) || !region.current) return;
      event.preventDefault();
      if (region.current.contains(document.activeElement)) return;
      origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
      region.current.focus({ preventScroll: true });
    };
    // In the capture phase, so that no module can stop it.
    addEventListener('keydown', focusRegion, { capture: true });
    return () => removeEventListener('keydown', focusRegion, { capture: true });
  }, [region]);

  const leave = () => {
    const target = origin.current?.isConnected ? origin.current : document.querySelector('main');
    origin.current = undefined;
    target?.focus();
    // The target cannot take the focus: the body has it when no element has.
    if (region.current?.contains(document.activeElement)) blurActiveElement();
  };

  const hadToasts = useRef(false);
  useLayoutEffect(() => {
    if (!region.current) return;
    const hasToasts = region.current.querySelector(focusableSelector) !== null;
    const isOver = hadToasts.current && !hasToasts;
    hadToasts.current = hasToasts;
    const active = document.activeElement;
    if (!active || !region.current.contains(active)) return;
    if (isOver) leave();
    else if (active !== region.current && !active.closest(focusableSelector))
      nextToast(region.current, active)?.focus();
  });

  const onFocus = (event: FocusEvent) => {
    setInside(true);
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) origin.current = from;
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setInside(false);
  };
  return { isInside, leave, handlers: { onFocus, onBlur } };
}

// By the position of the key: on macOS, Alt+T types a character. AltGr is not Alt.
function isHotkey(event: KeyboardEvent): boolean {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
  return code === 'KeyT' && altKey && !ctrlKey && !metaKey && !shiftKey && !event.getModifierState('AltGraph');
}

function nextToast(region: HTMLElement, closed: Element): HTMLElement | undefined {
  const toasts = [...region.querySelectorAll<HTMLElement>(focusableSelector)];
  const isAfter = (toast: Element) => closed.compareDocumentPosition(toast) & Node.DOCUMENT_POSITION_FOLLOWING;
  return toasts.find(isAfter) ?? toasts.at(-1);
}

function blurActiveElement(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
