import { and, eq, isNotNull } from 'drizzle-orm';
import { ApiError } from '../../http/api-error';
import { recordAudit } from '../../identity/audit/audit-log';
import type { ChangeNote, MapTransaction } from '../live-map/change-live-map';
import type { ResolvedModule } from '../live-map/resolve-module';
import type { RolloutPlan } from '../live-map/transitions';
import { versionAudiences } from '../tables';

/** Stops the plan of a rollout and records why. The portal continues its own stops by itself. */
export function holdPlan(
  transaction: MapTransaction,
  module: ResolvedModule,
  by: 'portal' | 'person',
  note: ChangeNote,
): Promise<void> {
  const held = { by, reason: note.reason, since: transaction.at.toISOString() };
  return storePlan(transaction, module, { ...requirePlan(module), held }, note);
}

/** Lets the plan of a rollout continue. */
export function continuePlan(transaction: MapTransaction, module: ResolvedModule, note: ChangeNote): Promise<void> {
  return storePlan(transaction, module, { ...requirePlan(module), held: null }, note);
}

/** @throws ApiError 409 without a plan that has a next step */
export function requirePlan({ state }: ResolvedModule): RolloutPlan {
  const { plan } = state.canary ?? {};
  if (!plan || plan.nextAt === null) throw new ApiError(409, 'no-plan');
  return plan;
}

/** Changes no map, so pages are not told. */
async function storePlan(
  { at, tx }: MapTransaction,
  { module, state }: ResolvedModule,
  plan: RolloutPlan,
  { by, reason }: ChangeNote,
): Promise<void> {
  const { audience, module: ofModule } = versionAudiences;
  await tx
    .update(versionAudiences)
    .set({ plan })
    .where(and(eq(ofModule, module), isNotNull(audience)));
  await recordAudit(tx, at, {
    action: plan.held ? 'rollout-held' : 'rollout-continued',
    actor: by.actor,
    origin: by.origin,
    target: module,
    details: { version: state.canary?.version, audience: state.canary?.audience, reason },
  });
}
