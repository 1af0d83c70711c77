import type { Locale, ModuleEventName, PortalApi, Theme } from '@portico/contract';
import type { Leftover } from '../leftovers';
import { getMount } from './get-mount';
import { announce, currentPath, openAddress } from './portal-address';
import { createPortalDouble, type PortalCalls, type PortalDoubleOptions } from './portal-double';
import { definePortal } from './provide-portal';
import { drawingByItself, thenDrawn } from './react-environment';
import { watchDocument } from './watch-document';

/** The options of a mount in a test: the module's key, its address and the portal. */
export interface MountOptions extends PortalDoubleOptions {
  /** The key of the module. Default: `'module'`. */
  readonly key?: string;
  /** The first address. Default: `/<key>/`. */
  readonly path?: string;
}

/** A mounted module and the actions of its user on the portal. Each promise resolves after the module has rendered. */
export interface MountedModule {
  /** The module's own element. */
  readonly element: HTMLElement;
  /** The calls of the module to the portal so far. */
  readonly calls: PortalCalls;
  /** The current path and query, changed by the user, the module's router, or `module:navigated`. */
  readonly path: string;
  changeLocale(locale: Locale): Promise<void>;
  changeTheme(theme: Theme): Promise<void>;
  /** Changes the user; `undefined` signs out. The portal has no event for that. */
  changeUser(user: PortalApi['user']): Promise<void>;
  /** Sends an event of another module, such as `emit('tickets:closed', { id: 7 }, 'smsa')`. */
  emit(name: ModuleEventName, payload: unknown, module?: string): Promise<void>;
  /** Navigates to a path of the module, as a link of the shell or the back button does. */
  navigate(path: string): Promise<void>;
  /**
   * Saves the unsaved changes, as the user does when they leave. Resolves to whether the module saved them.
   * @throws TypeError when the module has none, or gave `setDirty` no function that saves
   */
  save(): Promise<boolean>;
  /**
   * Unmounts the module. With a global `afterEach`, mounted modules are unmounted automatically.
   * @throws Error that lists what the module left behind: content of its element, children of the body, listeners of
   * window and document, intervals. Style sheets may stay: the portal keeps them for the next mount. Of several mounted
   * modules, the last one to be unmounted reports what is left outside of their elements, and names them all.
   */
  unmount(): Promise<void>;
}

const mounted = new Set<MountedModule>();

/**
 * The watch that all mounted modules share, because it cannot tell which of them started something. The last unmount
 * reports what is left, and restores the address of the test.
 */
let watch = { home: '', count: 0, keys: new Set<string>(), end: (): readonly Leftover[] => [] };

/**
 * Mounts the exports of a module (`import * as app from './app'`) of any form, as the portal does.
 * @throws TypeError when they cannot be mounted; otherwise the error of the module's mount
 */
export async function mountModule(exports: unknown, options: MountOptions = {}): Promise<MountedModule> {
  const mount = getMount(exports);
  const { key = 'module', path = `/${key}/` } = options;
  const basePath = `/${key}`;
  const { portal, calls, state, emit, release } = createPortalDouble(options, (to) => address.move(to));
  const withdraw = definePortal(portal);
  const home = location.href;
  const address = openAddress(basePath, path, portal.report);
  // jsdom has no adopted style sheets.
  document.adoptedStyleSheets ??= [];
  const place = document.createElement('main');
  const element = document.createElement('div');
  place.append(element);
  document.body.append(place);
  if (watch.count === 0) watch = { home, count: 0, keys: new Set(), ...watchDocument() };
  watch.keys.add(key);
  watch.count += 1;

  /** Ends the mount and returns its leftovers. */
  const leave = () => {
    release();
    withdraw();
    const content = element.hasChildNodes() ? ['content in its element'] : [];
    place.remove();
    address.end();
    watch.count -= 1;
    if (watch.count > 0) return content;
    history.replaceState({}, '', watch.home);
    return [...content, ...watch.end().map(({ description }) => description)];
  };

  const props = { key, basePath, element, portal, onCrash: portal.report };
  const { unmount: end } = await drawingByItself(() => mount(props)).catch((error: unknown) => {
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
    emit: (name, payload, sender = 'another') => thenDrawn(() => emit(name, payload, { module: sender })),
    navigate: (to) => thenDrawn(() => address.move(to)),
    async save() {
      const { save } = state;
      if (!save) throw new TypeError('The module has nothing to save, or setDirty got no function that saves.');
      let isSaved = false;
      await thenDrawn(async () => {
        isSaved = await save();
      });
      return isSaved;
    },
    async unmount() {
      if (!mounted.delete(module)) return;
      const failure = await drawingByItself(end).catch((error: unknown) => ({ error }));
      const left = leave();
      if (failure) throw failure.error;
      if (left.length === 0) return;
      const keys = watch.count === 0 ? [...watch.keys] : [key];
      throw new Error(`${keys.join(' or ')} left behind: ${left.join(', ')}.`);
    },
  };
  mounted.add(module);
  return module;
}

if (typeof afterEach === 'function') {
  afterEach(async () => {
    const errors: unknown[] = [];
    // Unmount all, even after an error: the next test would report the leftovers of a module that stays.
    for (const module of [...mounted]) await module.unmount().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  });
}
