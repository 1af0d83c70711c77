import { type AllowedNeeds, joinNeeds, listNeeds, type ModuleStatus, refuseNeeds } from '@portico/contract';
import type { ResolvedModule } from './resolve-module';

/** @param allowed by the operator; the status then has the needs that are not */
export function createModuleStatus(resolved: ResolvedModule, allowed?: AllowedNeeds): ModuleStatus {
  const { canary, isInRollout, live, module, state } = resolved;
  const refused = allowed ? refuseNeeds(module, joinNeeds([live?.policy ?? {}, canary?.policy ?? {}]), allowed) : {};
  const previous = state.earlierVersions.at(-1);
  return {
    module,
    version: state.version,
    address: live?.address ?? null,
    since: state.since,
    in_rollout: isInRollout,
    ...(live?.checkedBy && { checked_by: live.checkedBy }),
    ...(live?.policy && listNeeds(live.policy).length > 0 && { policy: live.policy }),
    ...(listNeeds(refused).length > 0 && { refused }),
    ...(previous !== undefined && { previous }),
    canary:
      state.canary && canary
        ? { ...state.canary, address: canary.address, ...(canary.checkedBy && { checked_by: canary.checkedBy }) }
        : null,
  };
}
