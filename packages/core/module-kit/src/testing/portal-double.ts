import {
  type EventSender,
  type GivenProps,
  getModuleKey,
  guardCalls,
  type Locale,
  type ModuleToast,
  type PortalApi,
  type SaveChanges,
  type Theme,
} from '@portico/contract';
import { getMount } from './get-mount';
import { drawingByItself } from './react-environment';

/** The calls of the module, by method: their arguments, or the results of calls without arguments. */
export interface PortalCalls {
  readonly token: string[];
  readonly navigate: string[];
  readonly exchange: Parameters<PortalApi['exchange']>[0][];
  readonly validate: boolean[];
  readonly setTitle: string[];
  readonly setDirty: boolean[];
  readonly toast: ModuleToast[];
  readonly publish: { readonly name: string; readonly payload: unknown }[];
  /** Also holds crashes of the module, wrong calls, and addresses that it may not navigate to, as in the portal. */
  readonly report: unknown[];
  /** The parcels of other modules, with their current props. */
  readonly mountParcel: MountedParcel[];
  /** The places of the module, with their current props. Each shows its name. */
  readonly mountPlace: MountedParcel[];
}

/** A parcel or place that the module has mounted: its name, what it is given now, and whether it is still mounted. */
interface MountedParcel {
  readonly name: string;
  props: GivenProps;
  isMounted: boolean;
}

/** The options of a portal in a test: its user, settings and results. */
export interface PortalDoubleOptions {
  /** The signed-in user. Default: a test user; `undefined` on a public page. */
  readonly user?: PortalApi['user'];
  /** Default: `'pt'`. */
  readonly locale?: Locale;
  /** Default: `'light'`. */
  readonly theme?: Theme;
  /** The result of `token()` while a user is signed in. */
  readonly token?: string;
  /** The result of `exchange()`. Default: a token that names app and domain, or the audience. */
  readonly exchange?: PortalApi['exchange'];
  /** The nonce of style tags. Default: none. */
  readonly styleNonce?: string;
  /** The result of `validate()`. Default: `true`. */
  readonly isSessionValid?: boolean;
  /** The exports of parcels that are mounted, by name. The others show a placeholder with their name. */
  readonly parcels?: Readonly<Record<string, unknown>>;
}

interface PortalState {
  user: PortalApi['user'];
  locale: Locale;
  theme: Theme;
  /** Saves the module's unsaved changes. `undefined` if the module cannot save them. */
  save: SaveChanges | undefined;
}

/**
 * A test double of the portal API. `state` holds the choices of the user; `release` does what the portal does at
 * unmount.
 */
export interface PortalDouble {
  readonly portal: PortalApi;
  readonly calls: PortalCalls;
  readonly state: PortalState;
  /** Sends an event of another module to the handlers of this one. */
  readonly emit: (name: string, payload: unknown, sender: EventSender) => void;
  readonly release: () => void;
}

interface ModuleSubscription {
  readonly name: string;
  readonly from: string | undefined;
  readonly deliver: (payload: string, sender: EventSender) => void;
}

const testUser = { email: 'ana@portico.test', name: 'Ana Lima' };

/**
 * Creates the test double of a portal.
 * @param move navigates, as the portal does for `navigate`
 */
export function createPortalDouble(options: PortalDoubleOptions, move: (path: string) => void): PortalDouble {
  const {
    token = 'a-token',
    isSessionValid = true,
    styleNonce = '',
    exchange = async (to) => ('audience' in to ? `token for ${to.audience}` : `${to.app}@${to.domain}`),
    parcels = {},
  } = options;
  const state: PortalState = {
    user: 'user' in options ? options.user : testUser,
    locale: options.locale ?? 'pt',
    theme: options.theme ?? 'light',
    save: undefined,
  };
  const calls: PortalCalls = {
    token: [],
    navigate: [],
    exchange: [],
    validate: [],
    setTitle: [],
    setDirty: [],
    toast: [],
    publish: [],
    report: [],
    mountParcel: [],
    mountPlace: [],
  };
  const subscriptions = new Set<() => unknown>();
  const subscriptionsToModules = new Set<ModuleSubscription>();
  const emit: PortalDouble['emit'] = (name, payload, sender) => {
    for (const { deliver, from = sender.module, name: wanted } of [...subscriptionsToModules]) {
      if (wanted === name && from === sender.module) deliver(JSON.stringify(payload ?? null), sender);
    }
  };
  const portal: PortalApi = {
    get user() {
      return state.user;
    },
    get locale() {
      return state.locale;
    },
    get theme() {
      return state.theme;
    },
    styleNonce,
    token() {
      const answer = state.user ? token : '';
      calls.token.push(answer);
      return answer;
    },
    subscribe(name, handler, { from } = {}) {
      const deliver = (payload: string, sender: EventSender) =>
        Reflect.apply(handler, undefined, [JSON.parse(payload), sender]);
      const listener = (event: Event) => {
        if (event instanceof CustomEvent) Reflect.apply(handler, undefined, [event.detail]);
      };
      const subscription = { name, from, deliver };
      window.addEventListener(name, listener);
      subscriptionsToModules.add(subscription);
      const end = () => {
        window.removeEventListener(name, listener);
        subscriptionsToModules.delete(subscription);
        subscriptions.delete(end);
      };
      subscriptions.add(end);
      return end;
    },
    publish: (name, payload) => void calls.publish.push({ name, payload: structuredClone(payload ?? null) }),
    navigate(path) {
      calls.navigate.push(path);
      move(path);
    },
    exchange(request) {
      calls.exchange.push(request);
      return exchange(request);
    },
    async validate() {
      calls.validate.push(isSessionValid);
      return isSessionValid;
    },
    setTitle: (title) => void calls.setTitle.push(title),
    setDirty(isDirty, save) {
      state.save = isDirty ? save : undefined;
      calls.setDirty.push(isDirty);
    },
    toast: (toast) => void calls.toast.push(toast),
    report: (error) => void calls.report.push(error),
    mountParcel(name, element, props = {}) {
      const call = { name, props, isMounted: true };
      calls.mountParcel.push(call);
      const place = element.appendChild(document.createElement('div'));
      const [key = ''] = getModuleKey(name).split('/');
      const createProps = () => ({
        ...call.props,
        ...{ key, basePath: `/${key}`, element: place, portal, onCrash: portal.report },
      });
      const exports = Object.hasOwn(parcels, name) ? parcels[name] : createPlaceholder(name);
      const mounting = drawingByItself(() => getMount({ default: exports })(createProps()));
      const mounted = mounting.then(() => undefined, portal.report);
      const unmount = async () => {
        subscriptions.delete(unmount);
        if (!call.isMounted) return;
        call.isMounted = false;
        await mounting.then((parcel) => parcel.unmount()).catch(() => undefined);
        place.remove();
      };
      subscriptions.add(unmount);
      return {
        mounted,
        update(changed) {
          call.props = changed;
          const update = async () => (await mounting).update?.(createProps());
          void drawingByItself(update).catch(portal.report);
        },
        unmount,
      };
    },
    mountPlace(name, element, props = {}) {
      const call = { name, props, isMounted: true };
      calls.mountPlace.push(call);
      const place = element.appendChild(document.createElement('div'));
      place.textContent = name;
      const unmount = async () => {
        subscriptions.delete(unmount);
        call.isMounted = false;
        place.remove();
      };
      subscriptions.add(unmount);
      const update = (changed: GivenProps) => {
        call.props = changed;
      };
      return { update, unmount };
    },
  };
  guardCalls(portal, portal.report);
  const release = () => {
    for (const end of [...subscriptions]) void end();
  };
  return { portal, calls, state, emit, release };
}

/** A parcel that shows its name. */
const createPlaceholder = (name: string) => ({
  mount: (element: HTMLElement) => {
    element.textContent = name;
    return () => element.replaceChildren();
  },
});
