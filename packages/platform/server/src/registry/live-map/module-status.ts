import { listNeeds, type ModuleStatus } from '@portico/contract';
import type { ResolvedModule } from './resolve-module';

export function createModuleStatus({ canary, isInRollout, live, module, state }: ResolvedModule): ModuleStatus {
  const previous = state.earlierVersions.at(-1);
  return {
    module,
    version: state.version,
    address: live?.address ?? null,
    since: state.since,
    in_rollout: isInRollout,
    ...(live?.checkedBy && { checked_by: live.checkedBy }),
    ...(live?.policy && listNeeds(live.policy).length > 0 && { policy: live.policy }),
    ...(previous !== undefined && { previous }),
    canary:
      state.canary && canary
        ? { ...state.canary, address: canary.address, ...(canary.checkedBy && { checked_by: canary.checkedBy }) }
        : null,
  };
}
