import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../../database/database';
import { leases } from '../messaging-tables';

/** Duration of a lease without renewal, in milliseconds. */
const duration = 15_000;
const renewalInterval = 5_000;
/** Interval of reads of another process's lease, in milliseconds. */
const readInterval = 500;

export type Lease = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

/**
 * Acquires the lease of this name, which only one process on a database can hold. Waits until the lease of a killed
 * process expires. Uses the clock of the database, so that the clocks of the machines do not matter.
 * @returns `undefined` if another process renews the lease
 */
export async function acquireLease(executor: Executor, name: string, log: FastifyBaseLogger) {
  const owner = randomUUID();
  let expiry: number | undefined;
  while (!(await claim(executor, name, owner))) {
    const [lease] = await executor.select().from(leases).where(eq(leases.name, name));
    const current = lease?.expiresAt.getTime();
    if (expiry !== undefined && current !== undefined && current > expiry) return undefined;
    expiry = current ?? expiry;
    await wait(readInterval);
  }
  return keep(executor, name, owner, log);
}

function keep(executor: Executor, name: string, owner: string, log: FastifyBaseLogger) {
  let isHeld = true;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    try {
      const wasHeld = isHeld;
      isHeld = await claim(executor, name, owner);
      if (wasHeld && !isHeld)
        log.error(`Another process holds the lease "${name}" now. Only one may run without MQTT_URL.`);
    } catch (error) {
      // Retries, because the database may be back before the lease expires.
      log.warn({ err: error }, 'A lease could not be renewed');
    }
    renewing = undefined;
  }

  const timer = setInterval(() => {
    renewing ??= renew();
  }, renewalInterval);
  return {
    /** Whether this process still holds the lease. */
    isHeld: () => isHeld,
    release: async () => {
      clearInterval(timer);
      await renewing;
      // Ignores failures: the lease expires, and the server has to close.
      await executor
        .delete(leases)
        .where(and(eq(leases.name, name), eq(leases.owner, owner)))
        .catch((error: unknown) => log.warn({ err: error }, 'A lease could not be released'));
    },
  };
}

/** Acquires or renews the lease, with one statement, so that only one of two processes gets it. */
async function claim(executor: Executor, name: string, owner: string): Promise<boolean> {
  const expiresAt = sql<Date>`now() + ${duration} * interval '1 millisecond'`;
  const claimed = await executor
    .insert(leases)
    .values({ name, owner, expiresAt })
    .onConflictDoUpdate({
      target: leases.name,
      set: { owner, expiresAt },
      setWhere: sql`${leases.owner} = ${owner} or ${leases.expiresAt} < now()`,
    })
    .returning({ name: leases.name });
  return claimed.length > 0;
}
