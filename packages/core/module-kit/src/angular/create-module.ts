import { APP_BASE_HREF, LocationStrategy, PlatformLocation } from '@angular/common';
import {
  CSP_NONCE,
  type EnvironmentProviders,
  ErrorHandler,
  inject,
  type Provider,
  provideZonelessChangeDetection,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { createLifecycles, type ModuleLifecycles, type ModuleOptions as StyleOptions } from '../lifecycles';
import { ModuleLocationStrategy } from './module-location-strategy';
import { providePortal } from './portal';

/** What an Angular module adds to its component. */
export interface ModuleOptions extends StyleOptions {
  /**
   * The providers of each mount, such as `provideRouter(routes)`. The base path of the module is their `APP_BASE_HREF`.
   * An `ErrorHandler` among them is not used: the portal gets the errors. Leave out
   * `provideBrowserGlobalErrorListeners()`: it takes the errors of the whole page, so those of the shell and other
   * modules would be reported as this module's, or fail its mount.
   */
  readonly providers?: readonly (Provider | EnvironmentProviders)[];
}

/**
 * Makes a module from a standalone Angular component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time as a new application, without zone.js. An error before it is on
 * screen fails the mount; a later one is reported to the portal. With `withEnabledBlockingInitialNavigation()` of the
 * router, a first page that does not load is an error before.
 */
export function createModule(
  root: Type<unknown>,
  { providers = [], ...options }: ModuleOptions = {},
): ModuleLifecycles {
  return createLifecycles(async ({ basePath, element, portal }) => {
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
        // Last, so that those of an application that runs elsewhere, too, do not replace them.
        provideZonelessChangeDetection(),
        { provide: APP_BASE_HREF, useValue: basePath },
        { provide: CSP_NONCE, useValue: portal.styleNonce },
        { provide: ErrorHandler, useValue: { handleError } },
        providePortal(portal),
      ],
    });
    if (hasLeft()) {
      app.destroy();
      return () => undefined;
    }
    const host = element.appendChild(document.createElement('div'));
    const end = () => {
      app.destroy();
      host.remove();
    };
    try {
      app.bootstrap(root, host);
      // What the router has activated meanwhile.
      app.tick();
      if (errors.length > 0) throw errors[0];
    } catch (error) {
      end();
      throw error;
    }
    isOnScreen = true;
    return end;
  }, options);
}
