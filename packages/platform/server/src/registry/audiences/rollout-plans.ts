import { and, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import type { RegistryServices } from '../create-registry';
import { changeLiveMap } from '../live-map/change-live-map';
import { countUsers } from '../live-map/count-users';
import { listLiveModules } from '../live-map/live-module';
import { type ResolvedModule, resolveModule } from '../live-map/resolve-module';
import { countOutcomes } from '../live-map/rollout-outcomes';
import { type RolloutPlan, widen } from '../live-map/transitions';
import { versionAudiences } from '../tables';
import { findWorseVital } from '../vitals/find-worse-vital';
import { listVitals } from '../vitals/vital-repository';
import { formatFailures, portal, rollBackIfFailing } from './automatic-rollback';
import { setHold } from './hold-plan';
import { countNeededUses, weighOutcomes } from './judge-outcomes';

/**
 * Widens or holds the rollouts whose next step is due. All processes try; the lock of the live map lets one of them.
 * Failures are judged when they are reported.
 */
export async function advancePlans(services: RegistryServices): Promise<void> {
  const { audience, module, plan } = versionAudiences;
  const due = await services.database
    .select({ module })
    .from(versionAudiences)
    .where(
      and(
        isNotNull(audience),
        sql`(${plan} ->> 'nextAt')::timestamptz <= ${services.now().toISOString()}::timestamptz`,
        sql`${plan} -> 'held' ->> 'by' is distinct from 'person'`,
      ),
    );
  // One that cannot advance does not stop the others.
  for (const { module } of due) services.background.run(() => advance(services, module));
}

async function advance(services: RegistryServices, module: string): Promise<void> {
  const { database, now, registry } = services;
  const [live] = await listLiveModules(database, [module]);
  if (live === undefined) return;
  const resolved = resolveModule(live, await registry.importMap.readBase(), now(), registry.rolloutHours);
  // Most plans wait: they take no lock.
  if ((await assess(database, resolved, now())) === undefined) return;
  if (resolved.canary && (await rollBackIfFailing(services, resolved, resolved.canary.version))) return;
  await changeLiveMap(services, async (transaction) => {
    const { at, getModule, record, tx } = transaction;
    const current = await getModule(module);
    const assessed = await assess(tx, current, at);
    if (assessed === undefined) return;
    const { mayWiden, reason } = assessed;
    if (!mayWiden) return setHold(transaction, current, 'portal', { by: portal, reason });
    const transition = widen(current.state, at);
    if (transition) await record(module, transition, { by: portal, reason });
  });
}

/** Decides about the next step of a plan; `undefined` if it is not due, or still held for the same reason. */
async function assess(executor: Executor, resolved: ResolvedModule, at: Date) {
  const plan = resolved.canary?.plan;
  if (!plan || plan.held?.by === 'person') return undefined;
  if (plan.nextAt === null || Date.parse(plan.nextAt) > at.getTime()) return undefined;
  const assessed = await assessOutcomes(executor, resolved, plan);
  return plan.held?.reason === assessed.reason ? undefined : assessed;
}

async function assessOutcomes(
  executor: Executor,
  resolved: ResolvedModule,
  { from }: RolloutPlan,
): Promise<{ readonly mayWiden: boolean; readonly reason: string }> {
  const { canary, module, state } = resolved;
  const hold = (reason: string) => ({ mayWiden: false, reason });
  const counts = (await countOutcomes(executor, [resolved])).get(module);
  if (counts === undefined || state.version !== from) return hold('Another version is live than at its start');
  const { canary: fresh, live } = counts;
  const { inAudience } = await countUsers(executor, module, canary?.audience);
  const needed = countNeededUses(inAudience);
  // No counts of outcomes in these reasons: they are beside it in the status, and a reason is recorded once.
  if (fresh.mounted + fresh.failed < needed) return hold(`Fewer than ${needed} of its ${inAudience} users loaded it`);
  if (weighOutcomes(fresh, live) > 0) return hold('It may fail more often than the live version');
  const vitals = new Map((await listVitals(executor, module)).map((each) => [each.version, each.vitals]));
  const worse = findWorseVital(vitals.get(canary?.version ?? '') ?? {}, vitals.get(from ?? '') ?? {});
  if (worse !== undefined) return hold(`Its ${worse} is worse than that of the live version`);
  return {
    mayWiden: true,
    reason: `It failed for ${formatFailures(fresh)} users, the live version for ${formatFailures(live)}`,
  };
}
