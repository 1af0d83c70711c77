import { getModuleKeys, type ImportMap, listNeeds, type ModuleStatus } from '@portico/contract';
import { createUnchangedModule, type LiveModule } from './live-module';
import { resolveModule } from './resolve-module';

/** The status of each module that is in the build or was ever changed, by key. */
export function listModuleStatuses(
  modules: readonly LiveModule[],
  base: ImportMap,
  now: Date,
  rolloutHours: number,
): ModuleStatus[] {
  const changed = new Set(modules.map(({ module }) => module));
  const unchanged = getModuleKeys(base).filter((module) => !changed.has(module));
  return [...modules, ...unchanged.map(createUnchangedModule)]
    .sort((one, other) => (one.module < other.module ? -1 : 1))
    .map((module) => createModuleStatus(module, base, now, rolloutHours));
}

/** The status of one module. */
export function createModuleStatus(live: LiveModule, base: ImportMap, now: Date, rolloutHours: number): ModuleStatus {
  const { module, state } = live;
  const resolved = resolveModule(live, base, now, rolloutHours);
  const { canary, live: current } = resolved;
  const previous = state.earlierVersions.at(-1);
  return {
    module,
    version: state.version,
    address: current?.address ?? null,
    since: state.since,
    in_rollout: resolved.isInRollout,
    ...(current?.checkedBy && { checked_by: current.checkedBy }),
    ...(current?.policy && listNeeds(current.policy).length > 0 && { policy: current.policy }),
    ...(previous !== undefined && { previous }),
    canary:
      state.canary && canary
        ? { ...state.canary, address: canary.address, ...(canary.checkedBy && { checked_by: canary.checkedBy }) }
        : null,
  };
}
