import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';
import { createLifecycles, type ModuleLifecycles, type ModuleOptions } from './lifecycles';
import { mountRoot } from './mounting/mount-root';
import { PortalContext } from './portal-context';

/** The props of a module's component: all of `ModuleProps` except `key`, which React reserves. */
export type ModuleComponentProps = Omit<ModuleProps, 'key'>;

/**
 * Creates a module from a React component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time with fresh state. An error that no boundary of the module catches
 * ends the mount and is reported to the portal.
 */
export function createModule(
  Component: ComponentType<ModuleComponentProps>,
  options: ModuleOptions = {},
): ModuleLifecycles {
  return createLifecycles(({ basePath, element, portal, onCrash = (error) => portal.report(error) }) => {
    const content = (
      <PortalContext value={portal}>
        <Component basePath={basePath} element={element} portal={portal} />
      </PortalContext>
    );
    return mountRoot(element, content, onCrash);
  }, options);
}
