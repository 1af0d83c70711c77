import {
  appsAtom,
  maxNamedModules,
  modulePrefix,
  parseModuleKeys,
  provideModuleLookup,
  readPage,
  store,
  whenIdle,
} from '@portico/shared';
import { findAddress } from '../module-host/find-address';
import { loadUpdates } from './load-updates';
import { wantedModules } from './wanted-modules';

/** The modules that the portal lacks. The page host has looked up the address of the page. */
const absent = new Set([location.pathname.split('/')[1]]);
const lookups = new Map<string, Promise<boolean>>();

/**
 * Whether the portal has a module. `undefined` if only the server knows: the map of the page names what the user was likely
 * to need (docs/decisions/0028).
 */
export function hasModule(key: string): boolean | undefined {
  if (findAddress(modulePrefix + key) !== undefined) return true;
  const isOpen = readPage().state.isMapPartial && !absent.has(key) && parseModuleKeys(key).length > 0;
  return isOpen ? undefined : false;
}

/**
 * Asks the server for a module, if only the server knows whether the portal has it.
 * @returns whether the server has answered
 */
export async function lookUpModule(key: string): Promise<boolean> {
  if (hasModule(key) !== undefined) return true;
  const lookup = lookups.get(key) ?? ask([key]);
  lookups.set(key, lookup);
  return lookup;
}

async function ask(keys: readonly string[]): Promise<boolean> {
  for (const key of keys) wantedModules.add(key);
  const isAnswered = await loadUpdates().then(
    ({ refreshLiveMap }) => refreshLiveMap('no-cache'),
    () => false,
  );
  for (const key of keys) {
    lookups.delete(key);
    if (!isAnswered || findAddress(modulePrefix + key) !== undefined) continue;
    absent.add(key);
    wantedModules.delete(key);
  }
  return isAnswered;
}

/** Looks up the modules of the user's applications before they are opened: after a sign-in, and after a new grant. */
export function startModuleLookup(): void {
  provideModuleLookup(lookUpModule);
  store.sub(appsAtom, () => whenIdle(lookUpApps));
}

function lookUpApps(): void {
  const apps = store.get(appsAtom);
  // More are looked up one by one, when the user is about to open them.
  if (apps.length > maxNamedModules) return;
  const keys = apps.map(({ module }) => module).filter((key) => hasModule(key) === undefined && !lookups.has(key));
  if (keys.length === 0) return;
  const lookup = ask(keys);
  for (const key of keys) lookups.set(key, lookup);
}
