import { ApiError } from '../../http/api-error';
import { recordAudit } from '../../identity/audit/audit-log';
import type { ChangeNote, MapTransaction } from '../live-map/change-live-map';
import { isCanaryOf } from '../live-map/live-module';
import type { ResolvedModule } from '../live-map/resolve-module';
import type { RolloutPlan } from '../live-map/transitions';
import { versionAudiences } from '../tables';

/**
 * Stops the plan of a rollout, or lets it continue, and records why. This changes no map, so pages are not told.
 * @param heldBy the portal continues its own stops by itself; null lets the plan continue
 */
export async function setHold(
  { at, tx }: MapTransaction,
  resolved: ResolvedModule,
  heldBy: 'portal' | 'person' | null,
  { by, reason }: ChangeNote,
): Promise<undefined> {
  const { canary, module } = resolved;
  const held = heldBy && { by: heldBy, reason, since: at.toISOString() };
  const plan = { ...requirePlan(resolved), held };
  await tx.update(versionAudiences).set({ plan }).where(isCanaryOf(module));
  await recordAudit(tx, at, {
    action: held ? 'rollout-held' : 'rollout-continued',
    actor: by.actor,
    origin: by.origin,
    target: module,
    details: { version: canary?.version, audience: canary?.audience, reason },
  });
}

/** @throws ApiError 409 without a plan that has a next step */
export function requirePlan({ canary }: ResolvedModule): RolloutPlan {
  const { plan } = canary ?? {};
  if (!plan || plan.nextAt === null) throw new ApiError(409, 'no-plan');
  return plan;
}
