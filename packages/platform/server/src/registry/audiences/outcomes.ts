import { type RolloutOutcome, rolloutOutcomeSchema } from '@portico/contract/publishing';
import { lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { parse } from '../../http/parse';
import { listTenantsOfGrants } from '../../identity/accounts/app-repository';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import { findCohort } from '../../identity/sessions/cohort';
import type { Session } from '../../identity/sessions/session-repository';
import type { RegistryServices } from '../create-registry';
import { isInAudience } from '../live-map/resolve-module';
import { rolloutOutcomes } from '../tables';
import { findAudience, rollBackIfFailing } from './automatic-rollback';

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

/**
 * Records the latest outcome of a version in rollout for a user in its audience, or of the live version that a canary is
 * compared with; ignores all others. Too many failures cause an automatic rollback.
 * @returns the reason, if this outcome caused a rollback
 */
async function recordOutcome(
  services: RegistryServices,
  { tenant: here, userId }: Session,
  { detail, module, outcome, version }: RolloutOutcome,
): Promise<string | undefined> {
  const { database, now, registry } = services;
  const resolved = (await registry.importMap.getModules()).get(module);
  if (resolved === undefined) return undefined;
  const isCompared = resolved.canary !== undefined && resolved.live?.version === version;
  const audience = findAudience(resolved, version) ?? (isCompared ? 'all' : undefined);
  if (audience === undefined) return undefined;
  const tenants = await listTenantsOfGrants(database, userId, module);
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
  return latest.hasFailed ? rollBackIfFailing(services, resolved, version) : undefined;
}

/** Deletes a batch of the outcomes before a time; returns whether there may be more. */
export function deleteOldOutcomes(executor: Executor, before: Date): Promise<boolean> {
  const { at, module, userId, version } = rolloutOutcomes;
  return deleteBatch(executor, rolloutOutcomes, [module, version, userId], lt(at, before));
}
