import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const EntryContext = createContext<RefObject<string | undefined>>({ current: undefined });

/** Stores the first path: the portal places the focus there, the pages do afterwards. */
export function Arrival({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const entry = useRef<string | undefined>(pathname);
  useEffect(() => {
    if (pathname !== entry.current) entry.current = undefined;
  }, [pathname]);
  return <EntryContext.Provider value={entry}>{children}</EntryContext.Provider>;
}

/** Moves the focus to a page's heading when the page is reached from inside the module. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const entry = useContext(EntryContext);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === entry.current) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname, entry]);
  return heading;
}
