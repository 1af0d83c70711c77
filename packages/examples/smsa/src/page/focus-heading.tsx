import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

export function focusHeading(): void {
  document.querySelector<HTMLElement>('.smsa h1')?.focus({ preventScroll: true });
}

/** Moves the focus to the heading after navigation inside the module; on entry, the portal places the focus. */
export function FocusHeading() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  // A layout effect, because React repeats it after a lazy page has loaded.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    focusHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
