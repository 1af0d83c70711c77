import type { PortalApi } from '@portico/contract';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';

const PortalContext = createContext<PortalApi | undefined>(undefined);

export function PortalProvider({ portal, children }: { portal: PortalApi; children: ReactNode }) {
  return <PortalContext.Provider value={portal}>{children}</PortalContext.Provider>;
}

export function usePortal(): PortalApi {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('smsa: rendered without the portal');
  return portal;
}

/** A link out of this module; a plain click lets the portal move, so that the page is not loaded again. */
export function PortalLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const portal = usePortal();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    portal.navigate(href);
  };
  return (
    <a className={className} href={href} onClick={follow}>
      {children}
    </a>
  );
}
