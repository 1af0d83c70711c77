import {
  appsAtom,
  isModuleKey,
  maxNamedModules,
  modulePrefix,
  provideModuleLookup,
  readPage,
  store,
  whenIdle,
} from '@portico/shared';
import { findAddress } from '../module-host/find-address';
import { loadUpdates } from './load-updates';
import { absentModules } from './wanted-modules';

/**
 * Whether the portal has a module. `undefined` if only the server knows: the map of the page names what the user was
 * likely to need (docs/decisions/0028).
 */
export function hasModule(key: string): boolean | undefined {
  // SystemJS takes other names, such as `@module/a:b`, for addresses.
  if (!isModuleKey(key)) return false;
  if (findAddress(modulePrefix + key) !== undefined) return true;
  return readPage().state.isMapPartial && !absentModules.has(key) ? undefined : false;
}

/**
 * Asks the server for a module, if only the server knows whether the portal has it.
 * @returns whether it is known now
 */
export async function lookUpModule(key: string): Promise<boolean> {
  if (hasModule(key) !== undefined) return true;
  const updates = await loadUpdates().catch(() => undefined);
  return updates ? updates.lookUp(key) : false;
}

/** Looks up the modules of the user's applications before they are opened: after a sign-in, and after a new grant. */
export function startModuleLookup(): void {
  provideModuleLookup(lookUpModule);
  store.sub(appsAtom, () => whenIdle(lookUpApps));
}

/** A refresh asks for all applications, unless they are very many: those are looked up one by one. */
function lookUpApps(): void {
  const apps = store.get(appsAtom);
  const missing = apps.find(({ module }) => hasModule(module) === undefined);
  if (missing && apps.length <= maxNamedModules) void lookUpModule(missing.module);
}
