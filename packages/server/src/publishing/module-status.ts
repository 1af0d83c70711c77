import { type ImportMap, type ModuleStatus, moduleKeysOf } from '@portico/contract';
import type { LiveModule } from './live-module';
import { placeModule } from './placed-module';
import { initialState } from './transitions';

/** What each module runs that the build names or that was ever changed, by key. */
export function statusesOf(
  modules: readonly LiveModule[],
  base: ImportMap,
  now: Date,
  trialHours: number,
): ModuleStatus[] {
  const changed = new Set(modules.map(({ module }) => module));
  const unchanged = moduleKeysOf(base).filter((module) => !changed.has(module));
  return [...modules, ...unchanged.map(unchangedModule)]
    .sort((one, other) => (one.module < other.module ? -1 : 1))
    .map((module) => statusOf(module, base, now, trialHours));
}

/** What one module runs, and where. */
export function statusOf(live: LiveModule, base: ImportMap, now: Date, trialHours: number): ModuleStatus {
  const { module, state } = live;
  const placed = placeModule(live, base, now, trialHours);
  const [previous] = state.earlierVersions.slice(-1);
  return {
    module,
    version: state.version,
    address: placed.live?.address ?? null,
    since: state.since,
    on_trial: placed.isOnTrial,
    ...(previous !== undefined && { previous }),
    canary: state.canary && placed.canary ? { ...state.canary, address: placed.canary.address } : null,
  };
}

/** A module that runs what the build names. */
export function unchangedModule(module: string): LiveModule {
  return { module, state: initialState, versions: new Map() };
}
