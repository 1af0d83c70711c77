import { findMountable, type Mount } from '@portico/module-kit/mounting';
import type { Entry } from '@portico/shared';
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

const names = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

// In the pages of developers, which have React's development build.
if ('jsxDEV' in React) names.push('react/jsx-dev-runtime');

/** The libraries that the shell shares with every container: its own React, under the names that modules import. */
const shareScope: ShareScope = Object.fromEntries(names.map((name) => [name, { [version]: shared }]));

/** Details of a container from the manifest of a federation. */
type ContainerDetails = Pick<Entry, 'expose' | 'global'>;

/** Returns how to mount the module of a key; `undefined` if neither its exports nor its container can be mounted. */
export async function findMount(key: string, exports: unknown, details?: ContainerDetails): Promise<Mount | undefined> {
  const candidates = await listExports(key, exports, details);
  return candidates.map(findMountable).find((mount) => mount !== undefined);
}

/** Returns how to mount an export of a module as a parcel: lifecycles, an object with `mount`, or a React component. */
export async function findParcelMount(
  key: string,
  exports: unknown,
  exported: string,
  details?: ContainerDetails,
): Promise<Mount | undefined> {
  const candidates = await listExports(key, exports, details);
  const parcels = candidates.map((each) => (each === undefined ? each : Reflect.get(Object(each), exported)));
  return parcels.map((parcel) => findMountable({ default: parcel })).find((mount) => mount !== undefined);
}

async function listExports(key: string, exports: unknown, { expose, global }: ContainerDetails = {}) {
  const container = findContainer(key, exports, global);
  if (container) return [await getExposedApp(container, expose)];
  // A UMD build leaves its exports at a global, as a container of library type `var` does.
  return [exports, ...getGlobals(key)];
}

/** A container of webpack's module federation. */
interface Container {
  init(scope: ShareScope): unknown;
  get(name: string): Promise<() => unknown>;
}

const initializations = new WeakMap<Container, Promise<unknown>>();

/** Returns the application that a container exposes. A container is initialized once, and again after a failure. */
export async function getExposedApp(container: Container, expose?: string): Promise<unknown> {
  let initialization = initializations.get(container);
  if (!initialization) {
    initialization = Promise.resolve(container.init(shareScope));
    initializations.set(container, initialization);
    initialization.catch(() => initializations.delete(container));
  }
  await initialization;
  const factory = await (expose ? container.get(expose) : getFactory(container));
  return factory();
}

/** The names under which a container may expose its application, the preferred one first. */
const exposedNames = ['./app', './App', '.'];

/** @throws Error of the first name, if the container has none of them */
async function getFactory(container: Container): Promise<() => unknown> {
  let failure: unknown;
  for (const name of exposedNames) {
    try {
      return await container.get(name);
    } catch (error) {
      if (!/does not exist in container/.test(String(error))) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Finds the container of a module: its exports, or the global that a build of library type `var` leaves behind.
 * SystemJS takes the last global that any script set, so the global is looked up by its name (docs/decisions/0010).
 */
export function findContainer(key: string, exports: unknown, global?: string): Container | undefined {
  return [exports, ...getGlobals(key, global)].find(isContainer);
}

/** Removes the global of a container or a UMD build, because the next evaluation of the script has to set it again. */
export function forgetContainer(key: string, global?: string): void {
  for (const name of getGlobalNames(key, global)) {
    const value: unknown = Reflect.get(globalThis, name);
    // A global that a script declared by `var` cannot be deleted.
    if (isContainer(value) || findMountable(value)) Reflect.set(globalThis, name, undefined);
  }
}

function getGlobals(key: string, global?: string): unknown[] {
  return getGlobalNames(key, global).map((name) => Reflect.get(globalThis, name));
}

function getGlobalNames(key: string, global = key): string[] {
  return [global, key, key.replace(/[^\w$]/g, '_')];
}

// Check its functions, because `window.smsa` may be an element with that id.
function isContainer(value: unknown): value is Container {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && isFunction(value, 'init') && isFunction(value, 'get');
}

function isFunction(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function';
}
