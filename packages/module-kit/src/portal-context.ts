import type { Locale, PortalApi, Theme } from '@portico/contract';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export const PortalContext = createContext<PortalApi | undefined>(undefined);

/**
 * The portal, anywhere in a component that was made a module by `createModule`.
 * @throws Error elsewhere
 */
export function usePortal(): PortalApi {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('There is no portal here: its hooks work in components under createModule.');
  return portal;
}

/** The portal's language, also when it changes. */
export function useLocale(): Locale {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:locale', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.locale);
}

/** The portal's theme, also when it changes. */
export function useTheme(): Theme {
  const portal = usePortal();
  const subscribe = useCallback((onChange: () => void) => portal.subscribe('container:theme', onChange), [portal]);
  return useSyncExternalStore(subscribe, () => portal.theme);
}
