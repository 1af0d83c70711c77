import { listen, readPage } from '@portico/shared';
import { useSyncExternalStore } from 'react';
import { overridesChange } from './import-map-overrides';
import { isAllowedOverride, type OverrideRules } from './override-rules';

/** `active` in this page; `added` and `removed` take effect at the next load; `refused` never does. */
export type OverrideState = 'active' | 'added' | 'removed' | 'refused';

export interface Override {
  readonly name: string;
  readonly address: string;
  readonly state: OverrideState;
}

let running: Map<string, string> | undefined;

/** The overrides of this page, the address by name; later changes apply to the next load. */
export function runningOverrides(): Map<string, string> {
  running ??= new Map(Object.entries(readPage().overrides));
  return running;
}

/** The overrides of this page and of the next load, sorted by name. */
function listOverrides(): readonly Override[] {
  const stored = new Map(Object.entries(window.importMapOverrides?.getOverrideMap().imports ?? {}));
  const rules = getOverrideRules();
  const getState = (name: string, address: string): OverrideState => {
    if (!stored.has(name)) return 'removed';
    if (runningOverrides().get(name) === address) return 'active';
    return isAllowedOverride(name, address, rules) ? 'added' : 'refused';
  };
  return [...new Map([...runningOverrides(), ...stored])]
    .map(([name, address]) => ({ name, address, state: getState(name, address) }))
    .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

/** Restores the deployed address of a name, in this page and later ones; other overrides stay. */
export function restoreDeployed(name: string, address: string): void {
  runningOverrides().delete(name);
  System.addImportMap({ imports: { [name]: address } });
  window.importMapOverrides?.removeOverride(name);
}

/** The current overrides of this browser. */
export function useOverrides(): readonly Override[] {
  return useSyncExternalStore(watchOverrides, readOverrides);
}

// `storage` reports changes of other tabs.
const watchOverrides = (onChange: () => void) => listen(window, [overridesChange, 'storage'], onChange);

let known: readonly Override[] = [];

/** Returns the same list until something in it changes, as `useSyncExternalStore` requires. */
function readOverrides(): readonly Override[] {
  const current = listOverrides();
  if (JSON.stringify(current) !== JSON.stringify(known)) known = current;
  return known;
}

/** The rules of this page, as the shell has read them. */
export function getOverrideRules(): OverrideRules {
  const { configuration, importMap } = readPage();
  const { overrides } = configuration;
  return { origins: overrides === 'off' ? [] : overrides, deployed: importMap.imports };
}
