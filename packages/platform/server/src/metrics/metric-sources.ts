import { sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { countLiveSessions } from '../identity/sessions/session-repository';
import type { MessagingServices } from '../messaging/services';
import type { RegistryServices } from '../registry/services';
import { countRollouts } from './count-rollouts';
import type { MetricSources } from './create-metrics';

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
