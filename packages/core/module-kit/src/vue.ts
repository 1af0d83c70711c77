import type {
  GivenProps,
  Locale,
  ModulePlace,
  ModuleProps,
  PortalApi,
  PortalEventName,
  Theme,
} from '@portico/contract';
import {
  type App,
  type Component,
  createApp,
  defineComponent,
  h,
  type InjectionKey,
  inject,
  type MaybeRefOrGetter,
  nextTick,
  onScopeDispose,
  type PropType,
  type Ref,
  readonly,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import {
  createLifecycles,
  getGivenProps,
  type ModuleLifecycles,
  type MountProps,
  type ModuleOptions as StyleOptions,
} from './lifecycles';

export type * from './module-types';

/** The props of a module's component; declare those that it uses. */
export type ModuleComponentProps = Pick<ModuleProps, 'basePath' | 'portal'>;

/** The options of a Vue module. */
export interface ModuleOptions extends StyleOptions {
  /** Prepares the application of each mount before it is on screen: plugins, a router for `props.basePath`. */
  readonly setup?: (app: App, props: ModuleProps) => void | Promise<void>;
}

const portalKey: InjectionKey<PortalApi> = Symbol('portal');

/**
 * Creates a module or a parcel from a Vue component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`, `export const card = createModule(Card);`
 *
 * It can be mounted many times, each time as a new application. The component of a parcel also gets the given props. An
 * error before it is on screen fails the mount. A later error that no handler of the module catches is reported to the portal.
 */
export function createModule(root: Component, { setup, ...options }: ModuleOptions = {}): ModuleLifecycles {
  return createLifecycles(async (props) => {
    const { basePath, element, portal } = props;
    const given = shallowRef(getGivenProps(props));
    const update = (changed: MountProps) => {
      given.value = getGivenProps(changed);
      return nextTick();
    };
    const errors: unknown[] = [];
    let isOnScreen = false;
    let isEnding = false;
    const app = createApp(() => (isEnding ? undefined : h(root, { ...given.value, basePath, portal })));
    // Vue ends only mounted applications: then a router stops its navigation and its listeners.
    const endUnseen = () => {
      isEnding = true;
      app.mount(element);
      app.unmount();
    };
    app.provide(portalKey, portal);
    // Without a handler, Vue logs an error of the first render and shows an empty element.
    app.config.errorHandler = (error) => (isOnScreen ? portal.report(error) : errors.push(error));
    const preparing = (async () => setup?.(app, props))();
    const isStillOpen = await waitWhileConnected(element, preparing).catch((error: unknown) => {
      endUnseen();
      throw error;
    });
    if (!isStillOpen) {
      preparing.catch(() => undefined);
      endUnseen();
      return { end: () => undefined, update };
    }
    app.mount(element);
    if (errors.length > 0) {
      app.unmount();
      throw errors[0];
    }
    isOnScreen = true;
    return { end: () => app.unmount(), update };
  }, options);
}

/**
 * Waits for `work`, but only while the element is in the document: the portal removes it when the user leaves. A module
 * that changed the address after that would lead the user back.
 * @returns whether the module may be shown; `true` for an element that was never in the document, as in a test
 * @throws the error of `work`
 */
async function waitWhileConnected(element: HTMLElement, work: Promise<unknown>): Promise<boolean> {
  if (!element.isConnected) {
    await work;
    return true;
  }
  let observer: MutationObserver | undefined;
  const removed = new Promise<void>((resolve) => {
    observer = new MutationObserver(() => {
      if (!element.isConnected) resolve();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  try {
    await Promise.race([work, removed]);
    return element.isConnected;
  } finally {
    observer?.disconnect();
  }
}

/** Returns the portal, in the setup of any component below `createModule`; elsewhere throws an Error. */
export function usePortal(): PortalApi {
  const portal = inject(portalKey, undefined);
  if (!portal) throw new Error('No portal found: use the composables of the portal below createModule.');
  return portal;
}

/** Returns the language of the portal as a ref, which follows the user's choice. */
export function useLocale(): Readonly<Ref<Locale>> {
  return useSetting('container:locale', (portal) => portal.locale);
}

/** Returns the theme of the portal as a ref, which follows the user's choice. */
export function useTheme(): Readonly<Ref<Theme>> {
  return useSetting('container:theme', (portal) => portal.theme);
}

/**
 * Mounts a parcel of another module in the element of the returned template ref, as long as the component is mounted:
 * `const card = useParcel('@module/people/card', () => ({ id: props.id }));`, `<div ref="card"></div>`
 */
export function useParcel(of: MaybeRefOrGetter<string>, props: MaybeRefOrGetter<GivenProps> = {}): MountedRef {
  return useMounted('mountParcel', of, props);
}

/**
 * Shows what other modules put into a place of this module in the element of the returned template ref, as long as the
 * component is mounted: `const sidebar = usePlace('sidebar', () => ({ id: props.id }));`, `<div ref="sidebar"></div>`
 */
export function usePlace(name: MaybeRefOrGetter<string>, props: MaybeRefOrGetter<GivenProps> = {}): MountedRef {
  return useMounted('mountPlace', name, props);
}

type MountedRef = Readonly<ShallowRef<HTMLElement | null>>;

function useMounted(
  by: 'mountParcel' | 'mountPlace',
  of: MaybeRefOrGetter<string>,
  props: MaybeRefOrGetter<GivenProps>,
): MountedRef {
  const portal = usePortal();
  const place = shallowRef<HTMLElement | null>(null);
  let shown: ModulePlace | undefined;
  watch(
    [place, () => toValue(of)] as const,
    ([element, name], _, onCleanup) => {
      const mounted = element ? portal[by](name, element, { ...toValue(props) }) : undefined;
      shown = mounted;
      onCleanup(() => void mounted?.unmount());
    },
    { flush: 'post' },
  );
  watch(
    () => ({ ...toValue(props) }),
    (given) => shown?.update(given),
  );
  return place;
}

/** A parcel of another module: `<Parcel of="@module/people/card" :props="{ id }" />` */
export const Parcel = defineComponent({
  props: { of: { type: String, required: true }, props: Object as PropType<GivenProps> },
  setup: (given) => renderMounted('mountParcel', () => given.of, given),
});

/** A place of this module: `<Place name="sidebar" :props="{ id }" />` */
export const Place = defineComponent({
  props: { name: { type: String, required: true }, props: Object as PropType<GivenProps> },
  setup: (given) => renderMounted('mountPlace', () => given.name, given),
});

function renderMounted(
  by: 'mountParcel' | 'mountPlace',
  of: () => string,
  given: { readonly props?: GivenProps | undefined },
) {
  const place = useMounted(by, of, () => given.props ?? {});
  return () => h('div', { ref: place });
}

function useSetting<Value>(event: PortalEventName, read: (portal: PortalApi) => Value): Readonly<Ref<Value>> {
  const portal = usePortal();
  const setting = shallowRef(read(portal));
  onScopeDispose(
    portal.subscribe(event, () => {
      setting.value = read(portal);
    }),
  );
  return readonly(setting) as Readonly<Ref<Value>>;
}
