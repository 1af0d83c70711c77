import { type Audience, type RolloutOutcome, rolloutOutcomeSchema } from '@portico/contract';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { parse } from '../../http/parse';
import { listTenantsOfUser } from '../../identity/accounts/app-repository';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import { findCohort } from '../../identity/sessions/cohort';
import type { RegistryServices } from '../create-registry';
import { type Author, changeLiveMap, type MapTransaction } from '../live-map/change-live-map';
import { listLiveModules } from '../live-map/live-module';
import { isInAudience, type ResolvedModule, resolveModule } from '../live-map/resolve-module';
import { rollBack, withdraw } from '../live-map/transitions';
import { rolloutOutcomes } from '../tables';

/** Receives the outcomes of versions in rollout from browsers. */
export function registerOutcomeRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/publishing/outcomes', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const outcome = parse(rolloutOutcomeSchema, request.body);
    const reason = await recordOutcome(services, user.id, outcome);
    const { module, version } = outcome;
    if (reason !== undefined) request.log.warn({ module, version, reason }, 'Automatic rollback of a version');
    return reply.code(204).send();
  });
}

/** The author of automatic rollbacks. */
const portal: Author = { name: 'portico', actor: { kind: 'portal' } };

/**
 * Records the latest outcome of a version in rollout for a user in its audience; ignores all others. Too many failures
 * cause an automatic rollback.
 * @returns the reason, if this outcome caused a rollback
 */
async function recordOutcome(
  services: RegistryServices,
  userId: string,
  { detail, module, outcome, version }: RolloutOutcome,
): Promise<string | undefined> {
  const { database, now, registry } = services;
  const [[live], base] = await Promise.all([listLiveModules(database, [module]), registry.importMap.readBase()]);
  if (live === undefined) return undefined;
  const audience = findAudience(resolveModule(live, base, now(), registry.rolloutHours), version);
  if (audience === undefined) return undefined;
  const tenants = await listTenantsOfUser(database, userId, module);
  const cohort = findCohort(userId);
  const isIncluded = (tenant: string) => audience === 'all' || isInAudience(audience, module, { tenant, cohort });
  if (!tenants.some(isIncluded)) return undefined;
  const [hasFailed, at] = [outcome === 'failed', now()];
  const { module: ofModule, userId: ofUser, version: ofVersion } = rolloutOutcomes;
  const storing = database
    .insert(rolloutOutcomes)
    .values({ module, version, userId, hasFailed, detail, at })
    .onConflictDoUpdate({ target: [ofModule, ofVersion, ofUser], set: { at, detail, hasFailed } });
  await requireRemainingUser(storing);
  if (!hasFailed || !exceedsFailureLimit(await countOutcomes(database, module, version), services)) return undefined;
  return changeLiveMap(services, (transaction) => rollBackAutomatically(services, transaction, module, version));
}

/** Finds the audience of a version in rollout. It is in rollout only if there is a version to fall back to. */
function findAudience({ canary, isInRollout, live }: ResolvedModule, version: string): Audience | 'all' | undefined {
  if (live !== undefined && canary?.version === version) return canary.audience;
  return isInRollout && live?.version === version ? 'all' : undefined;
}

function exceedsFailureLimit({ all, failed }: OutcomeCounts, { registry }: RegistryServices): boolean {
  const { automaticRollbackPercent, automaticRollbackUsers } = registry;
  return (
    automaticRollbackPercent !== undefined &&
    failed >= automaticRollbackUsers &&
    failed * 100 >= automaticRollbackPercent * all
  );
}

/** Checks again inside the transaction, because the module may have changed since. */
async function rollBackAutomatically(
  services: RegistryServices,
  { at, base, getModule, record, tx }: MapTransaction,
  module: string,
  version: string,
): Promise<string | undefined> {
  const resolved = resolveModule(await getModule(module), base, at, services.registry.rolloutHours);
  const audience = findAudience(resolved, version);
  const counts = await countOutcomes(tx, module, version);
  if (audience === undefined || !exceedsFailureLimit(counts, services)) return undefined;
  const action = 'automatic-rollback';
  const transition =
    audience === 'all' ? rollBack(resolved.state, at, undefined, action) : withdraw(resolved.state, action);
  if (transition === undefined) return undefined;
  const reason = `${counts.failed} of ${counts.all} users could not load or mount it`;
  await record(module, transition, { by: portal, reason });
  return reason;
}

/** The number of users who loaded a version, and of those with failures. */
interface OutcomeCounts {
  readonly all: number;
  readonly failed: number;
}

async function countOutcomes(executor: Executor, module: string, version: string): Promise<OutcomeCounts> {
  const [counts] = await executor
    .select({
      all: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${rolloutOutcomes.hasFailed}))::int`,
    })
    .from(rolloutOutcomes)
    .where(and(eq(rolloutOutcomes.module, module), eq(rolloutOutcomes.version, version)));
  return counts ?? { all: 0, failed: 0 };
}

/** Rows of a batch. */
const batchSize = 1_000;

/**
 * Deletes a batch of the outcomes before a time.
 * @returns whether there may be more
 */
export async function deleteOldOutcomes(executor: Executor, before: Date): Promise<boolean> {
  const { at, module, userId, version } = rolloutOutcomes;
  const old = executor
    .select({ module, version, userId })
    .from(rolloutOutcomes)
    .where(lt(at, before))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const deleted = await executor
    .delete(rolloutOutcomes)
    .where(sql`(${module}, ${version}, ${userId}) in (${old})`)
    .returning({ module });
  return deleted.length === batchSize;
}
