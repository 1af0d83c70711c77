import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { countLiveSessions } from '../../identity/sessions/session-repository';
import type { MessagingServices } from '../../messaging/messaging-services';
import type { RegistryServices } from '../../registry/create-registry';
import { isStored } from '../../registry/live-map/live-module';
import { rolloutOutcomes } from '../../registry/tables';

/** The sources that each scrape reads. */
export type MetricSources = ReturnType<typeof createMetricSources>;

export function createMetricSources(services: MessagingServices & RegistryServices, { getPool }: Database) {
  const { database, embeddedBroker, now, passwords } = services;
  return {
    pingDatabase: async () => {
      await database.execute(sql`select 1`);
      return true;
    },
    countSessions: () => countLiveSessions(database, now()),
    listRollouts: () => countRollouts(services),
    getHashingLoad: passwords.getLoad,
    /** Absent with the embedded database. */
    getPool,
    /** Absent with an external broker. */
    countConnections: embeddedBroker?.countConnections,
  };
}

/** Counts the users of each version in rollout, by outcome. */
async function countRollouts({ database, registry }: RegistryServices) {
  const modules = [...(await registry.importMap.getModules()).values()];
  const rollouts = modules.flatMap(({ canary, isInRollout, live }) => [
    ...(isInRollout && isStored(live) ? [{ module: live.module, version: live.version, kind: 'live' as const }] : []),
    ...(canary ? [{ module: canary.module, version: canary.version, kind: 'canary' as const }] : []),
  ]);
  if (rollouts.length === 0) return [];
  const { hasFailed, module, version } = rolloutOutcomes;
  const counts = await database
    .select({
      module,
      version,
      mounted: sql<number>`(count(*) filter (where not ${hasFailed}))::int`,
      failed: sql<number>`(count(*) filter (where ${hasFailed}))::int`,
    })
    .from(rolloutOutcomes)
    .where(or(...rollouts.map((rollout) => and(eq(module, rollout.module), eq(version, rollout.version)))))
    .groupBy(module, version);
  return rollouts.map((rollout) => {
    const found = counts.find((count) => count.module === rollout.module && count.version === rollout.version);
    return { ...rollout, mounted: found?.mounted ?? 0, failed: found?.failed ?? 0 };
  });
}
