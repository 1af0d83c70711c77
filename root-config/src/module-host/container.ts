import { findMountable, type Mount } from '@portico/module-kit/mounting';
import React, { version } from 'react';

/** The share scope of webpack's module federation: how to get a library, by name and version. */
type ShareScope = Record<string, Record<string, SharedModule>>;

interface SharedModule {
  readonly get: () => () => unknown;
  readonly from: string;
  readonly eager: boolean;
  /** Marked as loaded, so that a container neither replaces it with its own copy nor prefers a newer one. */
  readonly loaded: 1;
}

// One file exports all four libraries: see libraries/libraries.ts.
const shared: SharedModule = { get: () => () => React, from: '@portico/root-config', eager: true, loaded: 1 };

/** The libraries that the shell shares with every container: its own React, under the names that modules import. */
const shareScope: ShareScope = Object.fromEntries(
  ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'].map((name) => [name, { [version]: shared }]),
);

/** Returns how to mount the module of a key; `undefined` if neither its exports nor its container can be mounted. */
export async function findMount(key: string, exports: unknown): Promise<Mount | undefined> {
  const container = findContainer(key, exports);
  return findMountable(container ? await getExposedApp(container) : exports);
}

/** A container of webpack's module federation. */
interface Container {
  init(scope: ShareScope): unknown;
  get(name: string): Promise<() => unknown>;
}

const initializations = new WeakMap<Container, Promise<unknown>>();

/** Returns what a container exposes as `./app`. A container is initialized once; after a failure it may try again. */
export async function getExposedApp(container: Container): Promise<unknown> {
  let initialization = initializations.get(container);
  if (!initialization) {
    initialization = Promise.resolve(container.init(shareScope));
    initializations.set(container, initialization);
    initialization.catch(() => initializations.delete(container));
  }
  await initialization;
  const factory = await container.get('./app');
  return factory();
}

/**
 * Finds the container of a module: its exports, or the global that a build of library type `var` leaves behind.
 * SystemJS takes the last global that any script set, so the global is looked up by its name (docs/decisions/0010).
 */
export function findContainer(key: string, exports: unknown): Container | undefined {
  return [exports, ...getGlobalNames(key).map((name) => Reflect.get(globalThis, name))].find(isContainer);
}

/** Removes the global of a container, because the next evaluation of the script has to set it again. */
export function forgetContainer(key: string): void {
  for (const name of getGlobalNames(key)) {
    // A global that a script declared by `var` cannot be deleted.
    if (isContainer(Reflect.get(globalThis, name))) Reflect.set(globalThis, name, undefined);
  }
}

function getGlobalNames(key: string): string[] {
  return [key, key.replace(/[^\w$]/g, '_')];
}

// By its functions, because `window.smsa` may be an element with that id.
function isContainer(value: unknown): value is Container {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && isFunction(value, 'init') && isFunction(value, 'get');
}

function isFunction(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function';
}
