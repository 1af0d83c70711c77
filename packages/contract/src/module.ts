import type { PortalEventMap, PortalEventName } from './events';
import type { ModuleToast } from './module-toast';
import type { Locale, Theme } from './settings';

/** What the portal offers to a module while it is mounted (design, section 6). */
export interface PortalApi {
  /** The signed-in user, or `undefined` on a public page without one. */
  readonly user: { readonly email: string; readonly name: string } | undefined;
  readonly locale: Locale;
  readonly theme: Theme;
  /** The current access token, or an empty string when nobody is signed in. Ask again for every request. */
  token(): string;
  /** Listens to an event of the portal; the returned function ends it. The portal ends it at unmount. */
  subscribe<Name extends PortalEventName>(name: Name, handler: (detail: PortalEventMap[Name]) => void): () => void;
  /** Moves the portal to a path of its own origin, outside the module too. */
  navigate(path: string): void;
  /** An access token for another app and tenant; rejects when the user may not use it. */
  exchange(request: { app: string; domain: string }): Promise<string>;
  /** Whether the server still accepts the session. */
  validate(): Promise<boolean>;
  /**
   * Whether something in the module is not saved: while it is, leaving the module in any way asks first. Its own
   * addresses are its own business. Ended by the portal at unmount.
   */
  setDirty(isDirty: boolean): void;
  /**
   * Shows a message of three lines or fewer over the screen, top right, for 4 s unless `duration` says otherwise (1000
   * to 60 000 ms); it outlives the module, not the session. A malformed one is reported as a `TypeError`, and not shown.
   */
  toast(toast: ModuleToast): void;
  /** Reports an error of the module to the portal's operator, with the module's name, version and address. */
  report(error: unknown): void;
}

/** What a module gets when it is mounted. Single-spa lifecycles get the same, beside single-spa's own props. */
export interface ModuleProps {
  /** Not given to a React component: React keeps props of this name to itself. */
  readonly key: string;
  /** `/<key>` */
  readonly basePath: string;
  /** The module's own element; emptied and removed by the portal after unmount. */
  readonly element: HTMLElement;
  readonly portal: PortalApi;
}

/** `./app` of a container may export this function, by the name `mount` or as default's property. */
export type MountModule = (element: HTMLElement, props: ModuleProps) => Unmount | Promise<Unmount>;
export type Unmount = () => void | Promise<void>;
