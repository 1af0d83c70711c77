import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';
import {
  createLifecycles,
  getGivenProps,
  type ModuleLifecycles,
  type ModuleOptions,
  type MountProps,
} from './lifecycles';
import { mountRoot } from './mounting/mount-root';
import { PortalContext } from './portal-context';

/** The props of a module's component: all of `ModuleProps` except `key`, which React reserves. */
export type ModuleComponentProps = Omit<ModuleProps, 'key'>;

/**
 * Creates a module or a parcel from a React component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`, `export const card = createModule(Card);`
 *
 * It can be mounted many times, each time with fresh state. The component of a parcel also gets the props that the user
 * of the parcel gives it; the portal does not check them. An error that no boundary of the module catches ends the mount
 * and is reported to the portal.
 */
export function createModule<Given extends object>(
  Component: ComponentType<ModuleComponentProps & Given>,
  options?: ModuleOptions,
): ModuleLifecycles;
export function createModule(
  Component: ComponentType<ModuleComponentProps>,
  options: ModuleOptions = {},
): ModuleLifecycles {
  const render = (props: MountProps) => (
    <PortalContext value={props.portal}>
      <Component {...getGivenProps(props)} basePath={props.basePath} element={props.element} portal={props.portal} />
    </PortalContext>
  );
  return createLifecycles(async (props) => {
    const { element, portal, onCrash = (error) => portal.report(error) } = props;
    const { unmount, update } = await mountRoot(element, render(props), onCrash);
    return { end: unmount, update: (changed) => update(render(changed)) };
  }, options);
}
