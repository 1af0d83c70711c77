import { APP_BASE_HREF, LocationStrategy, PathLocationStrategy, PlatformLocation } from '@angular/common';
import * as core from '@angular/core';
import {
  type ComponentRef,
  CSP_NONCE,
  DestroyRef,
  ElementRef,
  type EnvironmentProviders,
  ErrorHandler,
  type FactoryProvider,
  InjectionToken,
  inject,
  type Provider,
  provideZonelessChangeDetection,
  reflectComponentType,
  type Signal,
  signal,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import type { GivenProps, Locale, ModulePlace, PortalApi, PortalEventName, Theme } from '@portico/contract';
import {
  createLifecycles,
  getGivenProps,
  type ModuleLifecycles,
  type MountProps,
  type ModuleOptions as StyleOptions,
} from './lifecycles';

export type * from './module-types';

/** The options of an Angular module. */
export interface ModuleOptions extends StyleOptions {
  /**
   * The providers of each mount, such as `provideRouter(routes)`. The base path of the module is their `APP_BASE_HREF`.
   * The portal replaces an `ErrorHandler` among them, to receive the errors. Leave out
   * `provideBrowserGlobalErrorListeners()`: it would report the errors of the shell and of other modules as errors of
   * this module, or fail its mount.
   */
  readonly providers?: readonly (Provider | EnvironmentProviders)[];
}

/**
 * Creates a module or a parcel from a standalone Angular component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`, `export const card = createModule(Card);`
 *
 * It can be mounted many times, each time as a new application, without zone.js. The given props of a parcel are set as
 * inputs of its component. An error before it is on screen fails the mount; a later one is reported to the portal. With
 * `withEnabledBlockingInitialNavigation()` of the router, the first page loads before the module is on screen, so its failure fails the mount.
 */
export function createModule(
  root: Type<unknown>,
  { providers = [], ...options }: ModuleOptions = {},
): ModuleLifecycles {
  const inputs = new Set(reflectComponentType(root)?.inputs.map(({ templateName }) => templateName));
  return createLifecycles(async (props) => {
    const { basePath, element, portal } = props;
    const errors: unknown[] = [];
    let isOnScreen = false;
    const handleError = (error: unknown) => (isOnScreen ? portal.report(error) : errors.push(error));
    // A test may mount into an element outside the document.
    const { isConnected } = element;
    const hasLeft = () => isConnected && !element.isConnected;
    const app = await createApplication({
      providers: [
        {
          provide: LocationStrategy,
          useFactory: () => new ModuleLocationStrategy(inject(PlatformLocation), basePath, hasLeft),
        },
        ...providers,
        // After the team's providers, which may also serve a standalone application.
        provideZonelessChangeDetection(),
        { provide: APP_BASE_HREF, useValue: basePath },
        { provide: CSP_NONCE, useValue: portal.styleNonce },
        { provide: ErrorHandler, useValue: { handleError } },
        providePortal(portal),
      ],
    });
    if (hasLeft()) {
      app.destroy();
      return { end: () => undefined, update: () => undefined };
    }
    const host = element.appendChild(document.createElement('div'));
    let shown: ComponentRef<unknown> | undefined;
    const update = (changed: MountProps) => {
      for (const [name, value] of Object.entries(getGivenProps(changed)))
        if (inputs.has(name)) shown?.setInput(name, value);
      app.tick();
    };
    const end = () => {
      app.destroy();
      host.remove();
    };
    try {
      shown = app.bootstrap(root, host);
      // Also renders the components that the router has activated meanwhile.
      update(props);
      if (errors.length > 0) throw errors[0];
    } catch (error) {
      end();
      throw error;
    }
    isOnScreen = true;
    return { end, update };
  }, options);
}

/** Ignores changes of the address after the user has left: a router that loads its first page late would lead them back. */
class ModuleLocationStrategy extends PathLocationStrategy {
  readonly #hasLeft: () => boolean;

  constructor(location: PlatformLocation, basePath: string, hasLeft: () => boolean) {
    super(location, basePath);
    this.#hasLeft = hasLeft;
  }

  override pushState(...change: Parameters<PathLocationStrategy['pushState']>): void {
    if (!this.#hasLeft()) super.pushState(...change);
  }

  override replaceState(...change: Parameters<PathLocationStrategy['replaceState']>): void {
    if (!this.#hasLeft()) super.replaceState(...change);
  }
}

/** The portal as a service: its language and theme are signals, which follow the user's choice. */
export interface Portal extends Omit<PortalApi, 'locale' | 'theme'> {
  readonly locale: Signal<Locale>;
  readonly theme: Signal<Theme>;
}

/** The token of the portal: use `inject(Portal)` in components and services below `createModule`. */
export const Portal = new InjectionToken<Portal>('the portal, which createModule provides');

/**
 * Shows a parcel of another module: `imports: [Parcel]`, `<portico-parcel of="@module/people/card" [props]="{ id: id() }" />`.
 * Shows what other modules put into a place of this one: `<portico-place of="sidebar" [props]="{ id: id() }" />`
 */
export class Parcel {
  /** The name of the parcel, or of the place. */
  of = '';
  props: GivenProps = {};
  readonly #portal = inject(Portal);
  readonly #element: HTMLElement = inject(ElementRef).nativeElement;
  #shown: { readonly of: string; readonly part: ModulePlace } | undefined;

  // The declarations that Angular's compiler writes into a library; the build of the module's team links them.
  // @ts-expect-error: Angular's types leave out what its linker reads.
  static readonly ɵfac: core.ɵɵFactoryDeclaration<Parcel, never> = core.ɵɵngDeclareFactory({
    // @ts-expect-error: the same
    minVersion: '12.0.0',
    version: '21.0.0',
    ngImport: core,
    type: Parcel,
    deps: [],
    target: core.ɵɵFactoryTarget.Directive,
  });
  static readonly ɵdir: core.ɵɵDirectiveDeclaration<
    Parcel,
    'portico-parcel, portico-place',
    never,
    { of: { alias: 'of'; required: true }; props: { alias: 'props'; required: false } },
    Record<string, never>,
    never,
    never,
    true,
    never
  > = core.ɵɵngDeclareDirective({
    // @ts-expect-error: the same
    minVersion: '14.0.0',
    version: '21.0.0',
    ngImport: core,
    type: Parcel,
    isStandalone: true,
    selector: 'portico-parcel, portico-place',
    inputs: { of: 'of', props: 'props' },
    usesOnChanges: true,
  });

  ngOnChanges(): void {
    if (this.of === this.#shown?.of) {
      this.#shown.part.update(this.props);
      return;
    }
    this.ngOnDestroy();
    const isPlace = this.#element.localName === 'portico-place';
    const part = this.#portal[isPlace ? 'mountPlace' : 'mountParcel'](this.of, this.#element, this.props);
    this.#shown = { of: this.of, part };
  }

  ngOnDestroy(): void {
    void this.#shown?.part.unmount();
    this.#shown = undefined;
  }
}

function providePortal(api: PortalApi): FactoryProvider {
  return {
    provide: Portal,
    useFactory: () => {
      const destroyRef = inject(DestroyRef);
      const follow = <Value>(event: PortalEventName, read: () => Value): Signal<Value> => {
        const setting = signal(read());
        destroyRef.onDestroy(api.subscribe(event, () => setting.set(read())));
        return setting.asReadonly();
      };
      // Inherits everything else from the API, such as the current user.
      return Object.create(api, {
        locale: { value: follow('container:locale', () => api.locale) },
        theme: { value: follow('container:theme', () => api.theme) },
      });
    },
  };
}
