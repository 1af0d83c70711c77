import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the heading of the view, such as after the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('.portico-console h1')?.focus({ preventScroll: true });
}

/** Moves the focus to the heading after a navigation inside the console; on entry, the portal places the focus. */
export function FocusHeading() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  // A layout effect, because React repeats it after a late view has loaded.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    focusHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
