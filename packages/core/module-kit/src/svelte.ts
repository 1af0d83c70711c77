import type { Locale, ModuleProps, PortalApi, PortalEventName, Theme } from '@portico/contract';
import { type Component, flushSync, getContext, mount, unmount } from 'svelte';
import { type Readable, readable } from 'svelte/store';
import { createLifecycles, type ModuleLifecycles, type ModuleOptions } from './lifecycles';

export type { Locale, ModuleProps, ModuleToast, PortalApi, SaveChanges, Theme } from '@portico/contract';
export type { ModuleLifecycles, ModuleOptions } from './lifecycles';

/** The props of a module's component. */
export type ModuleComponentProps = Pick<ModuleProps, 'basePath' | 'portal'>;

const portalKey = Symbol('portal');

/**
 * Creates a module from a Svelte component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time with fresh state. An error before it is on screen fails the mount.
 */
export function createModule(Root: Component<ModuleComponentProps>, options: ModuleOptions = {}): ModuleLifecycles {
  return createLifecycles(async ({ basePath, element, portal }) => {
    const context = new Map([[portalKey, portal]]);
    const component = mount(Root, { target: element, props: { basePath, portal }, context });
    try {
      // Runs the effects before the portal shows the module.
      flushSync();
    } catch (error) {
      // Ignore errors of the unmount: the first error tells the cause.
      await Promise.resolve(unmount(component)).catch(() => undefined);
      throw error;
    }
    return () => unmount(component);
  }, options);
}

/** Returns the portal, during the initialisation of any component below `createModule`; elsewhere throws an Error. */
export function getPortal(): PortalApi {
  const portal = getContext<PortalApi | undefined>(portalKey);
  if (!portal) throw new Error('No portal found: use the stores of the portal below createModule.');
  return portal;
}

/** Returns the language of the portal as a store, which follows the user's choice. */
export function getLocale(): Readable<Locale> {
  return getSetting('container:locale', (portal) => portal.locale);
}

/** Returns the theme of the portal as a store, which follows the user's choice. */
export function getTheme(): Readable<Theme> {
  return getSetting('container:theme', (portal) => portal.theme);
}

function getSetting<Value>(event: PortalEventName, read: (portal: PortalApi) => Value): Readable<Value> {
  const portal = getPortal();
  return readable(read(portal), (set) => {
    // The setting may have changed while the store had no subscribers.
    set(read(portal));
    return portal.subscribe(event, () => set(read(portal)));
  });
}
