import { type Audience, type RolloutOutcome, rolloutOutcomeSchema } from '@portico/contract';
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { parse } from '../../http/parse';
import { listTenantsOfUser } from '../../identity/accounts/app-repository';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import { findCohort } from '../../identity/sessions/cohort';
import type { Session } from '../../identity/sessions/session-repository';
import type { RegistryServices } from '../create-registry';
import { type Author, changeLiveMap, type MapTransaction } from '../live-map/change-live-map';
import { isInAudience, type ResolvedModule } from '../live-map/resolve-module';
import { rollBack, withdraw } from '../live-map/transitions';
import { findRouteTakenSince } from '../publications/require-free-routes';
import { rolloutOutcomes } from '../tables';

/** Receives the outcomes of versions in rollout from browsers. */
export function registerOutcomeRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/publishing/outcomes', async (request, reply) => {
    const { session } = await authenticate(request, services);
    const outcome = parse(rolloutOutcomeSchema, request.body);
    const reason = await recordOutcome(services, session, outcome);
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
  { tenant: here, userId }: Session,
  { detail, module, outcome, version }: RolloutOutcome,
): Promise<string | undefined> {
  const { database, now, registry } = services;
  const resolved = (await registry.importMap.getModules()).get(module);
  const audience = resolved && findAudience(resolved, version);
  if (audience === undefined) return undefined;
  const tenants = await listTenantsOfUser(database, userId, module);
  const cohort = findCohort(userId);
  const isIncluded = (tenant: string) =>
    (here ?? tenant) === tenant && (audience === 'all' || isInAudience(audience, module, { tenant, cohort }));
  if (!tenants.some(isIncluded)) return undefined;
  const latest = { hasFailed: outcome === 'failed', detail, at: now() };
  const storing = database
    .insert(rolloutOutcomes)
    .values({ module, version, userId, ...latest })
    .onConflictDoUpdate({
      target: [rolloutOutcomes.module, rolloutOutcomes.version, rolloutOutcomes.userId],
      set: latest,
    });
  await requireRemainingUser(storing);
  if (!latest.hasFailed || !(await findTooManyFailures(database, services, module, version))) return undefined;
  return changeLiveMap(services, (transaction) => rollBackAutomatically(services, transaction, module, version));
}

/** Finds the audience of a version in rollout. It is in rollout only if there is a version to fall back to. */
function findAudience({ canary, isInRollout, live }: ResolvedModule, version: string): Audience | 'all' | undefined {
  if (live !== undefined && canary?.version === version) return canary.audience;
  return isInRollout && live?.version === version ? 'all' : undefined;
}

/** Checks again inside the transaction, because the module may have changed since. */
async function rollBackAutomatically(
  services: RegistryServices,
  transaction: MapTransaction,
  module: string,
  version: string,
): Promise<string | undefined> {
  const { at, getModule, record, tx } = transaction;
  const resolved = await getModule(module);
  const audience = findAudience(resolved, version);
  const reason = await findTooManyFailures(tx, services, module, version);
  if (audience === undefined || reason === undefined) return undefined;
  const action = 'automatic-rollback';
  const transition =
    audience === 'all' ? rollBack(resolved.state, at, undefined, action) : withdraw(resolved.state, action);
  if (transition === undefined) return undefined;
  // Pages of another module count more than a version that fails.
  if (await findRouteTakenSince(transaction, module, transition.state.version)) return undefined;
  await record(module, transition, { by: portal, reason });
  return reason;
}

/** Returns the reason for an automatic rollback, if too many users could not load or mount a version. */
async function findTooManyFailures(
  executor: Executor,
  { registry }: RegistryServices,
  module: string,
  version: string,
): Promise<string | undefined> {
  const { automaticRollbackPercent: percent, automaticRollbackUsers } = registry;
  const [{ all, failed } = { all: 0, failed: 0 }] = await executor
    .select({ all: count(), failed: sql<number>`(count(*) filter (where ${rolloutOutcomes.hasFailed}))::int` })
    .from(rolloutOutcomes)
    .where(and(eq(rolloutOutcomes.module, module), eq(rolloutOutcomes.version, version)));
  if (percent === undefined || failed < automaticRollbackUsers || failed * 100 < percent * all) return undefined;
  return `${failed} of ${all} users could not load or mount it`;
}

/** Deletes a batch of the outcomes before a time; returns whether there may be more. */
export function deleteOldOutcomes(executor: Executor, before: Date): Promise<boolean> {
  const { at, module, userId, version } = rolloutOutcomes;
  return deleteBatch(executor, rolloutOutcomes, [module, version, userId], lt(at, before));
}
