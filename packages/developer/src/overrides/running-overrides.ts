import { readPage } from '@portico/shared';
import { overridesChange } from './import-map-overrides';
import { isAllowedOverride } from './override-rules';
import { shellRules } from './shell-rules';

/** `active` in this page; `added` and `removed` by the next one; `refused` will never be. */
export type OverrideState = 'active' | 'added' | 'removed' | 'refused';

export interface Override {
  readonly name: string;
  readonly address: string;
  readonly state: OverrideState;
}

let running: Map<string, string> | undefined;

/** What import-map-overrides gave to this page: later changes are for the next one. */
function runningOverrides(): Map<string, string> {
  running ??= new Map(Object.entries(readPage().overrides));
  return running;
}

/** The address that a name is overridden with in this page; `undefined` when it is not. */
export function runningOverrideOf(name: string): string | undefined {
  return runningOverrides().get(name);
}

/** What is overridden in this page or will be in the next one, by name. */
export function listOverrides(): readonly Override[] {
  const stored = new Map(Object.entries(window.importMapOverrides?.getOverrideMap().imports ?? {}));
  const rules = shellRules();
  const stateOf = (name: string, address: string): OverrideState => {
    if (!stored.has(name)) return 'removed';
    if (runningOverrideOf(name) === address) return 'active';
    return isAllowedOverride(name, address, rules) ? 'added' : 'refused';
  };
  return [...new Map([...runningOverrides(), ...stored])]
    .map(([name, address]) => ({ name, address, state: stateOf(name, address) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Gives a name its deployed address back, in this page and in those to come; other overrides stay.
 * @param address where the import map without overrides has it
 */
export function restoreDeployed(name: string, address: string): void {
  runningOverrides().delete(name);
  System.addImportMap({ imports: { [name]: address } });
  window.importMapOverrides?.removeOverride(name);
}

/** Tells of every change, here or in another tab; returns what ends it. */
export function watchOverrides(onChange: () => void): () => void {
  const events = [overridesChange, 'storage'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
