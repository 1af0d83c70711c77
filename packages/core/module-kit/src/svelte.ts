import type {
  GivenProps,
  Locale,
  ModulePlace,
  ModuleProps,
  PortalApi,
  PortalEventName,
  Theme,
} from '@portico/contract';
import { type Component, flushSync, getContext, mount, unmount } from 'svelte';
import type { Action } from 'svelte/action';
import { createSubscriber } from 'svelte/reactivity';
import { type Readable, readable } from 'svelte/store';
import { createLifecycles, getGivenProps, type ModuleLifecycles, type ModuleOptions } from './lifecycles';

export type { ModuleOptions } from './lifecycles';
export type * from './module-types';

/** The props of a module's component. */
export type ModuleComponentProps = Pick<ModuleProps, 'basePath' | 'portal'>;

const portalKey = Symbol('portal');

/**
 * Creates a module or a parcel from a Svelte component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`, `export const card = createModule(Card);`
 *
 * It can be mounted many times, each time with fresh state. The component of a parcel also gets the props that the user
 * of the parcel gives it; the portal does not check them. An error before it is on screen fails the mount.
 */
export function createModule<Given extends object>(
  Root: Component<ModuleComponentProps & Given>,
  options?: ModuleOptions,
): ModuleLifecycles;
export function createModule(Root: Component<ModuleComponentProps>, options: ModuleOptions = {}): ModuleLifecycles {
  return createLifecycles(async (initial) => {
    const { basePath, element, portal } = initial;
    const context = new Map([[portalKey, portal]]);
    const { props, update } = createProps({ basePath, portal }, getGivenProps(initial));
    const component = mount(Root, { target: element, props, context });
    try {
      // Runs the effects before the portal shows the module.
      flushSync();
    } catch (error) {
      // Ignore errors of the unmount: the first error tells the cause.
      await Promise.resolve(unmount(component)).catch(() => undefined);
      throw error;
    }
    return { end: () => unmount(component), update: (changed) => update(getGivenProps(changed)) };
  }, options);
}

/** Creates props that a component follows: what reads one runs again when they are updated. */
function createProps(fixed: ModuleComponentProps, initial: GivenProps) {
  let current = { ...initial, ...fixed };
  let notify = () => {};
  const subscribe = createSubscriber((update) => {
    notify = update;
  });
  const read = () => {
    subscribe();
    return current;
  };
  const props = new Proxy(current, {
    get: (_, name) => Reflect.get(read(), name),
    has: (_, name) => Reflect.has(read(), name),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(read(), name),
  });
  const update = (given: GivenProps) => {
    current = { ...given, ...fixed };
    notify();
    flushSync();
  };
  return { props, update };
}

/** The parcel or place that an element shows, and its props. */
export interface ParcelOptions {
  readonly of: string;
  readonly props?: GivenProps;
}

/**
 * Returns an action that shows a parcel of another module, during the initialisation of a component below `createModule`:
 * `const parcel = getParcel();`, `<div use:parcel={{ of: '@module/people/card', props: { id } }}></div>`
 */
export function getParcel(): Action<HTMLElement, ParcelOptions> {
  return createAction(getPortal().mountParcel);
}

/**
 * Returns an action that shows what other modules put into a place of this one, during the initialisation of a component
 * below `createModule`: `const place = getPlace();`, `<div use:place={{ of: 'sidebar', props: { id } }}></div>`
 */
export function getPlace(): Action<HTMLElement, ParcelOptions> {
  return createAction(getPortal().mountPlace);
}

function createAction(mountPart: (of: string, element: HTMLElement, props?: GivenProps) => ModulePlace) {
  return (element: HTMLElement, options: ParcelOptions) => {
    const show = ({ of, props }: ParcelOptions) => ({ of, part: mountPart(of, element, props) });
    let shown = show(options);
    return {
      update(changed: ParcelOptions) {
        if (changed.of === shown.of) return shown.part.update(changed.props ?? {});
        void shown.part.unmount();
        shown = show(changed);
      },
      destroy: () => void shown.part.unmount(),
    };
  };
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
