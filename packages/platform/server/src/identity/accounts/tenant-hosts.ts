import { findTenantKey, normalizeHost } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../../database/database';
import { tenantHosts } from '../tenant-tables';

type Hosts = Readonly<Record<string, string>>;

/** How often a process reads the hosts that another one may have changed, in milliseconds. */
const interval = 5_000;

/**
 * Looks up the tenants of hosts. Each process has all hosts in memory, so that every call finds its tenant without a
 * query, and pages work while the database fails.
 * @param configuredHosts those of the configuration file, which come first
 */
export async function createTenantHosts(
  database: Executor,
  configuredHosts: Hosts,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  let hosts = configuredHosts;
  let reading: Promise<void> | undefined;

  async function refreshHosts(): Promise<void> {
    hosts = { ...(await listStoredHosts(database)), ...configuredHosts };
  }
  await refreshHosts();

  const timer = setInterval(() => {
    reading ??= refreshHosts()
      .catch((err) => log.warn({ err }, 'The hosts of tenants could not be read'))
      .finally(() => {
        reading = undefined;
      });
  }, interval).unref();

  return {
    configuredHosts,
    getTenantKey: (hostname: string) => findTenantKey(hostname, hosts),
    isKnownHost: (hostname: string) => Object.hasOwn(hosts, normalizeHost(hostname)),
    refreshHosts,
    closeHosts: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

/** Lists the hosts of all tenants, without those of the configuration. */
export async function listStoredHosts(executor: Executor): Promise<Record<string, string>> {
  const rows = await executor.select().from(tenantHosts);
  return Object.fromEntries(rows.map(({ host, tenant }) => [host, tenant]));
}
