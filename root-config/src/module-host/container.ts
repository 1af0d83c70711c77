import { type ShareScope, shareScope } from './share-scope';

/** A container of webpack's module federation. */
export interface Container {
  init(scope: ShareScope): unknown;
  get(name: string): Promise<() => unknown>;
}

const initialised = new WeakMap<Container, Promise<unknown>>();

/** What a container exposes as `./app`. It is initialised once, however often it is opened; a failure is not kept. */
export async function exposedApp(container: Container): Promise<unknown> {
  let initialisation = initialised.get(container);
  if (!initialisation) {
    initialisation = Promise.resolve(container.init(shareScope));
    initialised.set(container, initialisation);
    initialisation.catch(() => initialised.delete(container));
  }
  await initialisation;
  const factory = await container.get('./app');
  return factory();
}

/**
 * The container of a module: its exports, or the global that a stock build of library type `var` leaves behind.
 * SystemJS cannot name such a global (it takes the last one that any script set), so it is looked up by its name.
 */
export function containerOf(key: string, exports: unknown): Container | undefined {
  return [exports, ...globalNamesOf(key).map((name) => Reflect.get(globalThis, name))].find(isContainer);
}

/** A script that is evaluated anew has to bring its container anew. */
export function forgetContainerOf(key: string): void {
  for (const name of globalNamesOf(key)) {
    // A global that a script declared by `var` cannot be deleted.
    if (isContainer(Reflect.get(globalThis, name))) Reflect.set(globalThis, name, undefined);
  }
}

function globalNamesOf(key: string): string[] {
  return [key, key.replace(/[^\w$]/g, '_')];
}

// By its functions: `window.smsa` may be an element with that id.
function isContainer(value: unknown): value is Container {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && isFunction(value, 'init') && isFunction(value, 'get');
}

function isFunction(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function';
}
