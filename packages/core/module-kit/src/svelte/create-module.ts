import type { ModuleProps } from '@portico/contract';
import { type Component, flushSync, mount, unmount } from 'svelte';
import { createLifecycles, type ModuleLifecycles, type ModuleOptions } from '../lifecycles';
import { portalKey } from './get-portal';

/** The props of a module's component. */
export type ModuleComponentProps = Pick<ModuleProps, 'basePath' | 'portal'>;

/**
 * Makes a module from a Svelte component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time with fresh state. An error before it is on screen fails the mount.
 */
export function createModule(Root: Component<ModuleComponentProps>, options: ModuleOptions = {}): ModuleLifecycles {
  return createLifecycles(async ({ basePath, element, portal }) => {
    const context = new Map([[portalKey, portal]]);
    const component = mount(Root, { target: element, props: { basePath, portal }, context });
    try {
      // Its effects have run before the portal shows it.
      flushSync();
    } catch (error) {
      // The first error says what is wrong.
      await Promise.resolve(unmount(component)).catch(() => undefined);
      throw error;
    }
    return () => unmount(component);
  }, options);
}
