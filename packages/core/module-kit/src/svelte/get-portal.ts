import type { Locale, PortalApi, PortalEventName, Theme } from '@portico/contract';
import { getContext } from 'svelte';
import { type Readable, readable } from 'svelte/store';

export const portalKey = Symbol('portal');

/**
 * The portal, while any component below `createModule` is initialised.
 * @throws Error outside of it
 */
export function getPortal(): PortalApi {
  const portal = getContext<PortalApi | undefined>(portalKey);
  if (!portal) throw new Error('No portal found: use the stores of the portal below createModule.');
  return portal;
}

/** The language of the portal, as a store that follows the user's choice. */
export function getLocale(): Readable<Locale> {
  return getSetting('container:locale', (portal) => portal.locale);
}

/** The theme of the portal, as a store that follows the user's choice. */
export function getTheme(): Readable<Theme> {
  return getSetting('container:theme', (portal) => portal.theme);
}

function getSetting<Value>(event: PortalEventName, read: (portal: PortalApi) => Value): Readable<Value> {
  const portal = getPortal();
  return readable(read(portal), (set) => {
    // It may have changed while nobody was subscribed.
    set(read(portal));
    return portal.subscribe(event, () => set(read(portal)));
  });
}
