import * as v from 'valibot';
import { visible } from './graphemes';
import { atMost, shownTextSchema } from './plain-text';
import type { Locale, Theme } from './settings';

/**
 * The API of the portal for a mounted module (docs/modules.md). A call with wrong arguments changes nothing and is reported
 * as a `TypeError`, with the module's name.
 */
export interface PortalApi {
  /** The signed-in user, or `undefined` on a public page without one. */
  readonly user: { readonly email: string; readonly name: string } | undefined;
  readonly locale: Locale;
  readonly theme: Theme;
  /**
   * The nonce that the content policy requires of `<style>` tags in markup, such as `innerHTML` of a shadow root. Tags
   * that come from `document.createElement` have it already. Empty without HTTPS, except at localhost.
   */
  readonly styleNonce: string;
  /** The current access token, or an empty string for an anonymous user. It expires: call this for every request. */
  token(): string;
  /**
   * Subscribes to an event of the portal or of modules, and returns a function that unsubscribes. The portal
   * unsubscribes at unmount. An error of the handler is reported as this module's.
   */
  subscribe<Name extends EventName>(name: Name, handler: EventHandler<Name>, options?: SubscribeOptions): () => void;
  /**
   * Sends an event that this module declares in `events` of package.json to all modules of this tab, or of all tabs of
   * the user. Each handler gets its own copy of the payload, which is a JSON value of at most 64 KB. Reported as a
   * `TypeError` and not sent: an event that the module does not declare, and a payload that its schema refuses.
   */
  publish<Name extends ModuleEventName>(name: Name, payload?: EventPayload<Name>): void;
  /** Navigates to a path of the portal, also outside the module. Another origin is reported as a `RangeError`. */
  navigate(path: string): void;
  /**
   * Returns an access token for another app and tenant, or one of the user's sign-in provider for an audience that the
   * operator allows. Rejects a wrong call, and when the user may not have it: the `code` of the error says why.
   */
  exchange(request: { app: string; domain: string } | { audience: string }): Promise<string>;
  /** Whether the server still accepts the session. */
  validate(): Promise<boolean>;
  /**
   * Sets the name of the module's page, such as "Ticket 4812". The portal shows it in the title of the document, in place
   * of the application's name. A blank text restores that name, and so does leaving the module.
   */
  setTitle(title: string): void;
  /**
   * Tells whether the module has unsaved changes. While it has, the portal asks before the user leaves the module; the
   * module handles its own addresses. The portal resets this at unmount. With `save`, the question also offers to save
   * and leave.
   */
  setDirty(isDirty: boolean, save?: SaveChanges): void;
  /**
   * Shows a message of up to three lines at the top right, for 5 s unless `duration` says otherwise (1000 to 60 000
   * ms). It stays when the module is left, but not after the session. A malformed message is reported as a `TypeError`
   * and not shown.
   */
  toast(toast: ModuleToast): void;
  /** Reports an error of the module to the portal's operator, with the module's name, version and address. */
  report(error: unknown): void;
  /**
   * Mounts a parcel of a module, such as `@module/people/card`, at the end of an element of this module. If it fails, or
   * the user may not have it, a line in its place says why. The portal unmounts it with this module.
   * @param props reach the parcel beside the portal's own
   */
  mountParcel(name: string, element: HTMLElement, props?: GivenProps): ModuleParcel;
  /**
   * Shows a place that this module declares in `places` of package.json, at the end of an element of this module: the
   * parcels that the user's other modules put into `@module/<key>/<name>`. They load once they are near the window.
   * @param name without the key, such as `sidebar`; another one is reported as a `TypeError`
   * @param props reach each parcel
   */
  mountPlace(name: string, element: HTMLElement, props?: GivenProps): ModulePlace;
}

/** A place of a module that `mountPlace` has mounted. */
export type ModulePlace = Pick<ModuleParcel, 'update' | 'unmount'>;

/** The props that the user of a parcel gives it. Those of the portal, such as `basePath`, win. */
export type GivenProps = Readonly<Record<string, unknown>>;

/** A parcel of a module that `mountParcel` has mounted. */
export interface ModuleParcel {
  /** Settles once the parcel, or the line of its failure, is on screen, or it was unmounted before. Never rejects. */
  readonly mounted: Promise<void>;
  /** Replaces the given props. A parcel gets them by its lifecycle `update`; React components render again. */
  update(props: GivenProps): void;
  /** Unmounts it, also while it loads or mounts. Settles once everything of it is gone; may be called again. */
  unmount(): Promise<void>;
}

/**
 * Saves the unsaved changes of a module and resolves to whether they are saved. On `false`, such as when a field is
 * missing, the user stays in the module, which shows why. Another value is reported and counts as `false`. A rejection is
 * reported, and a toast says that nothing was saved.
 */
export type SaveChanges = () => Promise<boolean>;

/** The props of a module. Single-spa lifecycles get them besides single-spa's own props. */
export interface ModuleProps {
  /** The key of the module. React components do not get it: React reserves props of this name. */
  readonly key: string;
  /** `/<key>` */
  readonly basePath: string;
  /** The element of the module. The portal removes it after unmount. */
  readonly element: HTMLElement;
  readonly portal: PortalApi;
}

/** A function that `./app` of a container may export, as `mount` or as a property of the default export. */
export type MountModule = (element: HTMLElement, props: ModuleProps) => Unmount | Promise<Unmount>;

/** Ends a mount; the portal waits for its promise. */
export type Unmount = () => void | Promise<void>;

/** Window events between shell and modules, with their `detail`. Paths start with `/`, and have base and query. */
export interface PortalEventMap {
  /** Shell to modules: the locale changed. */
  'container:locale': Locale;
  /** Shell to modules: the theme changed. */
  'container:theme': Theme;
  /** Shell to modules: the address of the shell changed. */
  'container:navigated': string;
  /** Module to shell: the module navigated. The shell follows when this differs from its address. */
  'module:navigated': string;
}

/** The name of a window event of the portal. */
export type PortalEventName = keyof PortalEventMap;

/**
 * The payloads of the events between modules, by name. Teams add theirs:
 * `declare module '@portico/module-kit' { interface ModuleEvents { 'tickets:closed': { id: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: teams add properties.
export interface ModuleEvents {}

/** The name of an event between modules, such as `tickets:closed`. */
export type ModuleEventName = `${string}:${string}`;

/** The name of any event that a module may subscribe to. */
export type EventName = PortalEventName | ModuleEventName;

/** The payload of an event; `unknown` until a team adds it to `ModuleEvents`. */
export type EventPayload<Name extends EventName> = Name extends PortalEventName
  ? PortalEventMap[Name]
  : Name extends keyof ModuleEvents
    ? ModuleEvents[Name]
    : unknown;

/** The sender of an event, by its key. */
export interface EventSender {
  readonly module: string;
}

/** Receives an event. Events of the portal have no sender. It may return a promise, whose rejection is reported. */
export type EventHandler<Name extends EventName> = Name extends PortalEventName
  ? (detail: EventPayload<Name>) => unknown
  : (payload: EventPayload<Name>, sender: EventSender) => unknown;

/** The options of a subscription to an event between modules. */
export interface SubscribeOptions {
  /** Whether the handler also gets the last event that this tab has had in this session. */
  readonly last?: boolean | undefined;
  /** The key of the only module whose events the handler gets: several modules may declare the same name. */
  readonly from?: string | undefined;
}

const toastTextSchema = v.pipe(shownTextSchema, v.trim(), v.regex(visible, 'Expected visible characters'));

/** A message of a module: plain texts in the user's language. */
export const moduleToastSchema = v.object({
  type: v.optional(v.picklist(['default', 'success', 'error', 'warning', 'info'])),
  title: v.optional(v.pipe(toastTextSchema, atMost(200))),
  text: v.pipe(toastTextSchema, atMost(1_000)),
  /** Milliseconds until it closes by itself, 1000 to 60 000. */
  duration: v.optional(v.pipe(v.number(), v.minValue(1_000), v.maxValue(60_000))),
});

/** A toast of a module, as `portal.toast` takes it. */
export type ModuleToast = Readonly<v.InferInput<typeof moduleToastSchema>>;
