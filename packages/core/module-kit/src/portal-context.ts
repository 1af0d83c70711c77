import type { Locale, PortalApi, Theme } from '@portico/contract';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export const PortalContext = createContext<PortalApi | undefined>(undefined);

/**
 * The portal, in any component below `createModule`.
 * @throws Error outside of it
 */
export function usePortal(): PortalApi {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('No portal found: use the hooks of the portal below createModule.');
  return portal;
}

/** The language of the portal; re-renders when it changes. */
export function useLocale(): Locale {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:locale', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.locale);
}

/** The theme of the portal; re-renders when it changes. */
export function useTheme(): Theme {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:theme', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.theme);
}
