import type { PortalApi } from '@portico/contract';
import { createContext, type ReactNode, useContext } from 'react';

const PortalContext = createContext<PortalApi | undefined>(undefined);

export function PortalProvider({ portal, children }: { portal: PortalApi; children: ReactNode }) {
  return <PortalContext.Provider value={portal}>{children}</PortalContext.Provider>;
}

export function usePortal(): PortalApi {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('smsa: rendered without the portal');
  return portal;
}
