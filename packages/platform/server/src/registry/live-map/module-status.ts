import { type AllowedNeeds, joinNeeds, listNeeds, refuseNeeds } from '@portico/contract';
import type { ModuleStatus, PlanStatus } from '@portico/contract/publishing';
import type { ReleaseFigures } from './release-figures';
import type { ResolvedModule } from './resolve-module';
import type { RolloutPlan } from './transitions';

/**
 * @param allowed by the operator; the status then has the needs that are not
 * @param figures for those who may publish the module
 */
export function createModuleStatus(
  resolved: ResolvedModule,
  allowed?: AllowedNeeds,
  figures?: ReleaseFigures,
): ModuleStatus {
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
    ...figures?.module,
    canary: describeCanary(resolved, figures),
  };
}

function describeCanary({ canary }: ResolvedModule, figures?: ReleaseFigures): ModuleStatus['canary'] {
  if (canary === undefined) return null;
  const { address, audience, checkedBy, plan, since, version } = canary;
  return {
    version,
    audience,
    since,
    address,
    ...(checkedBy && { checked_by: checkedBy }),
    ...figures?.canary,
    ...(plan && { plan: describePlan(plan) }),
  };
}

function describePlan({ held, nextAt, step, steps }: RolloutPlan): PlanStatus {
  return { steps: [...steps], step, ...(nextAt !== null && { next_at: nextAt }), ...(held && { held }) };
}
