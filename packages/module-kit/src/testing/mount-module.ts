import type { Locale, PortalApi, Theme } from '@portico/contract';
import { type Mount, mountableOf } from '../mounting';
import { announce } from './announce';
import { currentPath, openAddress } from './portal-address';
import { createPortalDouble, type PortalCalls, type PortalDoubleOptions } from './portal-double';
import { drawingByItself, thenDrawn } from './react-environment';
import { watchDocument } from './watch-document';

export interface MountOptions extends PortalDoubleOptions {
  /** The module's key, by default `'module'`. */
  readonly key?: string;
  /** Where the user comes in; by default `/<key>/`. */
  readonly path?: string;
}

/** A mounted module, and what its user does with the portal around it. Each promise resolves once React has drawn. */
export interface MountedModule {
  /** The module's own element. */
  readonly element: HTMLElement;
  /** What the module has asked of the portal so far. */
  readonly calls: PortalCalls;
  /** The address, path and query: where the user, or the module by its router or `module:navigated`, has got to. */
  readonly path: string;
  changeLocale(locale: Locale): Promise<void>;
  changeTheme(theme: Theme): Promise<void>;
  /** Another user, or with `undefined` nobody, from now on; the portal has no event for that. */
  changeUser(user: PortalApi['user']): Promise<void>;
  /** Moves the portal to a path of the module, as a link of the shell or "back" does. */
  navigate(path: string): Promise<void>;
  /**
   * Leaves the module. Where the test runner has a global `afterEach`, what is still mounted is left by itself.
   * @throws Error which names what the module left behind: content of its element, children of the body, listeners of
   * window and document, intervals. Style sheets do not count: the portal keeps them for the next mount.
   */
  unmount(): Promise<void>;
}

const mounted = new Set<MountedModule>();

/**
 * Mounts what a module exports (`import * as app from './app'`), in any of its forms, as the portal does.
 * @throws TypeError when it exports nothing that can be mounted; otherwise what its mount throws
 */
export async function mountModule(exports: unknown, options: MountOptions = {}): Promise<MountedModule> {
  const mount = mountOf(exports);
  const { key = 'module', path = `/${key}/` } = options;
  const basePath = `/${key}`;
  const { portal, calls, state, release } = createPortalDouble(options, (to) => address.move(to));
  const address = openAddress(basePath, path, portal.report);
  // jsdom has none.
  document.adoptedStyleSheets ??= [];
  const place = document.createElement('main');
  const element = document.createElement('div');
  place.append(element);
  document.body.append(place);
  const leftovers = watchDocument();

  /** @returns what is left */
  const leave = () => {
    release();
    const left = [...(element.hasChildNodes() ? ['content in its element'] : []), ...leftovers.end()];
    place.remove();
    address.end();
    return left;
  };

  const props = { key, basePath, element, portal, onCrash: portal.report };
  const end = await drawingByItself(() => mount(props)).catch((error: unknown) => {
    leave();
    throw error;
  });

  const module: MountedModule = {
    element,
    calls,
    get path() {
      return currentPath();
    },
    changeLocale: (locale) =>
      thenDrawn(() => {
        state.locale = locale;
        announce('container:locale', locale);
      }),
    changeTheme: (theme) =>
      thenDrawn(() => {
        state.theme = theme;
        announce('container:theme', theme);
      }),
    changeUser: (user) =>
      thenDrawn(() => {
        state.user = user;
      }),
    navigate: (to) => thenDrawn(() => address.move(to)),
    async unmount() {
      if (!mounted.delete(module)) return;
      const failure = await drawingByItself(end).catch((error: unknown) => ({ error }));
      const left = leave();
      if (failure) throw failure.error;
      if (left.length > 0) throw new Error(`${key} left behind: ${left.join(', ')}.`);
    },
  };
  mounted.add(module);
  return module;
}

const mounts = new Map<unknown, Mount>();

/** The same one for the same exports: a module is bootstrapped once, however often it is mounted. */
function mountOf(exports: unknown): Mount {
  const mount = mounts.get(exports) ?? mountableOf(exports);
  if (!mount) {
    throw new TypeError(
      'The portal cannot mount this: a module exports mount and unmount, or mount(element, props), or a component as default.',
    );
  }
  mounts.set(exports, mount);
  return mount;
}

if (typeof afterEach === 'function') {
  afterEach(async () => {
    for (const module of [...mounted]) await module.unmount();
  });
}
