import { isPackageName } from '@portico/contract';
import type { Audience, RolloutStep } from '@portico/contract/publishing';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findTenant } from '../../identity/accounts/tenant-repository';
import type { ResolvedModule } from '../live-map/resolve-module';
import { publish, publishTo, startPlan, type Transition } from '../live-map/transitions';

/** The users who get a version first: an audience, or those of a plan; all, if both are absent. */
export interface RolloutTarget {
  readonly audience?: Audience | undefined;
  readonly rollout?: readonly RolloutStep[] | undefined;
}

/**
 * Publishes a version for its users. Returns `undefined` if they have it already.
 * @throws ApiError 409 for a plan without a live version to compare with; a package has no outcomes
 */
export function startRollout(
  { live, module, state }: ResolvedModule,
  version: string,
  { audience, rollout }: RolloutTarget,
  at: Date,
): Transition | undefined {
  if (rollout === undefined) return audience ? publishTo(state, version, audience, at) : publish(state, version, at);
  if (live === undefined || isPackageName(module)) throw new ApiError(409, 'plan-incomparable');
  return startPlan(state, version, rollout, at);
}

/** Requires that the tenants exist: a canary for an unknown one would reach no user. Throws ApiError 400. */
export async function requireTenants(executor: Executor, audience: Audience | undefined): Promise<void> {
  for (const tenant of audience && 'tenants' in audience ? audience.tenants : []) {
    if ((await findTenant(executor, tenant)) === undefined) throw new ApiError(400, 'tenant-unknown');
  }
}
