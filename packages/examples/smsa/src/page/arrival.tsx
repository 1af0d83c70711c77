import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const ArrivalContext = createContext<string | undefined>(undefined);

/** Remembers where the module was entered: there the portal places the focus, afterwards the pages do. */
export function Arrival({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const entered = useRef<string | undefined>(pathname);
  useEffect(() => {
    if (pathname !== entered.current) entered.current = undefined;
  }, [pathname]);
  return <ArrivalContext.Provider value={entered.current}>{children}</ArrivalContext.Provider>;
}

/** Moves the focus to a page's heading when the page is reached from inside the module. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const entered = useContext(ArrivalContext);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === entered) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname, entered]);
  return heading;
}
