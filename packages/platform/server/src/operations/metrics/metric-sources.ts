import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { countLiveSessions } from '../../identity/sessions/session-repository';
import type { MessagingServices } from '../../messaging/messaging-services';
import type { RegistryServices } from '../../registry/create-registry';
import { listLiveModules } from '../../registry/live-map/live-module';
import { resolveModule } from '../../registry/live-map/resolve-module';
import { rolloutOutcomes } from '../../registry/tables';
import type { MetricSources, RolloutFigures } from './create-metrics';

export function createMetricSources(
  services: MessagingServices & RegistryServices,
  { getPool }: Database,
): MetricSources {
  const { database, embeddedBroker, now, passwords } = services;
  return {
    pingDatabase: () => database.execute(sql`select 1`),
    countSessions: () => countLiveSessions(database, now()),
    listRollouts: () => countRollouts(services),
    getHashingLoad: passwords.getLoad,
    getPool,
    countConnections: embeddedBroker?.countConnections,
  };
}

type Rollout = Pick<RolloutFigures, 'module' | 'version' | 'kind'>;

/** Counts the outcomes of all versions in rollout. */
async function countRollouts(services: RegistryServices): Promise<RolloutFigures[]> {
  const rollouts = await listRollouts(services);
  if (rollouts.length === 0) return [];
  const { hasFailed, module, version } = rolloutOutcomes;
  const counts = await services.database
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

async function listRollouts({ database, now, registry }: RegistryServices): Promise<Rollout[]> {
  const [modules, base] = await Promise.all([listLiveModules(database), registry.importMap.readBase()]);
  return modules.flatMap((entry): Rollout[] => {
    const { canary, isInRollout, live, module } = resolveModule(entry, base, now(), registry.rolloutHours);
    return [
      ...(isInRollout && live?.version ? [{ module, version: live.version, kind: 'live' } as const] : []),
      ...(canary ? [{ module, version: canary.version, kind: 'canary' } as const] : []),
    ];
  });
}
