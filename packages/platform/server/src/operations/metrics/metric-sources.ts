import { sql } from 'drizzle-orm';
import type { Services } from '../../create-services';
import type { Database } from '../../database/database';
import { countLiveSessions } from '../../identity/sessions/session-repository';
import type { RegistryServices } from '../../registry/create-registry';
import { isStored } from '../../registry/live-map/live-module';
import { countOutcomes, noOutcomes } from '../../registry/live-map/rollout-outcomes';

/** The sources that each scrape reads. */
export type MetricSources = ReturnType<typeof createMetricSources>;

export function createMetricSources(services: Services, { getPool }: Database) {
  const { database, embeddedBroker, now, passwords } = services;
  return {
    pingDatabase: async () => {
      await database.execute(sql`select 1`);
      return true;
    },
    countSessions: () => countLiveSessions(database, now()),
    listRollouts: () => listRollouts(services),
    getHashingLoad: passwords.getLoad,
    /** Absent with the embedded database. */
    getPool,
    /** Absent with an external broker. */
    countConnections: embeddedBroker?.countConnections,
  };
}

/** Lists the versions in rollout with their users, by outcome. */
async function listRollouts({ database, registry }: RegistryServices) {
  const modules = [...(await registry.importMap.getModules()).values()];
  const outcomes = await countOutcomes(database, modules);
  return modules.flatMap(({ canary, isInRollout, live, module }) => {
    const counted = outcomes.get(module) ?? noOutcomes;
    return [
      ...(isInRollout && isStored(live)
        ? [{ module, version: live.version, kind: 'live' as const, ...counted.live }]
        : []),
      ...(canary ? [{ module, version: canary.version, kind: 'canary' as const, ...counted.canary }] : []),
    ];
  });
}
