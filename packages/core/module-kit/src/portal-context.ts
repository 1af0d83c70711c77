import type { Locale, PortalApi, Theme } from '@portico/contract';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** The context that `createModule` fills with the portal. */
export const PortalContext = createContext<PortalApi | undefined>(undefined);

/** Returns the portal, in any component below `createModule`; elsewhere throws an Error. */
export function usePortal(): PortalApi {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('No portal found: use the hooks of the portal below createModule.');
  return portal;
}

/** Returns the language of the portal; renders again when it changes. */
export function useLocale(): Locale {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:locale', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.locale);
}

/** Returns the theme of the portal; renders again when it changes. */
export function useTheme(): Theme {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:theme', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.theme);
}
