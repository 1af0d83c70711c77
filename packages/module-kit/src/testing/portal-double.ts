import type { Locale, ModuleToast, PortalApi, Theme } from '@portico/contract';

/** What the module asked of the portal, call by call: the argument, or of calls without one the answer. */
export interface PortalCalls {
  readonly token: string[];
  readonly navigate: string[];
  readonly exchange: { readonly app: string; readonly domain: string }[];
  readonly validate: boolean[];
  readonly setDirty: boolean[];
  readonly toast: ModuleToast[];
  /** A crash of the module, and an address that it may not move to, are among them, as in the portal. */
  readonly report: unknown[];
}

export interface PortalDoubleOptions {
  /** Who is signed in, by default somebody; `undefined` on a public page. */
  readonly user?: PortalApi['user'];
  /** By default `'pt'`. */
  readonly locale?: Locale;
  /** By default `'light'`. */
  readonly theme?: Theme;
  /** What `token()` gives while somebody is signed in. */
  readonly token?: string;
  /** What `exchange()` gives; by default a token that names app and domain. */
  readonly exchange?: PortalApi['exchange'];
  /** What `validate()` gives; by default `true`. */
  readonly isSessionValid?: boolean;
}

interface PortalState {
  user: PortalApi['user'];
  locale: Locale;
  theme: Theme;
}

/** A portal without a portal: `state` is what its user has chosen, `release` ends what the portal ends at unmount. */
export interface PortalDouble {
  readonly portal: PortalApi;
  readonly calls: PortalCalls;
  readonly state: PortalState;
  readonly release: () => void;
}

const somebody = { email: 'ana@portico.test', name: 'Ana Lima' };

/** @param move moves the address, as the portal does for `navigate` */
export function createPortalDouble(options: PortalDoubleOptions, move: (path: string) => void): PortalDouble {
  const {
    token = 'a-token',
    isSessionValid = true,
    exchange = async ({ app, domain }) => `${app}@${domain}`,
  } = options;
  const state: PortalState = {
    user: 'user' in options ? options.user : somebody,
    locale: options.locale ?? 'pt',
    theme: options.theme ?? 'light',
  };
  const calls: PortalCalls = {
    token: [],
    navigate: [],
    exchange: [],
    validate: [],
    setDirty: [],
    toast: [],
    report: [],
  };
  const subscriptions = new Set<() => void>();
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
    token() {
      const answer = state.user ? token : '';
      calls.token.push(answer);
      return answer;
    },
    subscribe(name, handler) {
      const listener = (event: Event) => {
        if (event instanceof CustomEvent) handler(event.detail);
      };
      window.addEventListener(name, listener);
      const end = () => {
        window.removeEventListener(name, listener);
        subscriptions.delete(end);
      };
      subscriptions.add(end);
      return end;
    },
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
    setDirty(isDirty) {
      if (typeof isDirty === 'boolean') calls.setDirty.push(isDirty);
      else calls.report.push(new TypeError(`setDirty takes true or false, not ${String(isDirty)}.`));
    },
    toast: (toast) => void calls.toast.push(toast),
    report: (error) => void calls.report.push(error),
  };
  const release = () => {
    for (const end of [...subscriptions]) end();
  };
  return { portal, calls, state, release };
}
