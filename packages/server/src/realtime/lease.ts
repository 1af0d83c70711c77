import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../database/database';
import { leases } from '../database/tables';

/** How long a lease lasts that nobody renews, in milliseconds, and how often its owner does. */
const duration = 15_000;
const renewal = 5_000;
const look = 500;

/** Something of which only one process on a database may have the use. */
export interface Lease {
  /** Whether it is still this process's. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Takes the lease of this name. One that a process left behind when it was killed runs out, and is waited for; time is
 * the database's, so that clocks of machines do not matter.
 * @returns `undefined` when another process renews it
 */
export async function takeLease(executor: Executor, name: string, log: FastifyBaseLogger): Promise<Lease | undefined> {
  const owner = randomUUID();
  let expiry: number | undefined;
  while (!(await claim(executor, name, owner))) {
    const current = await expiryOf(executor, name);
    if (expiry !== undefined && current !== undefined && current > expiry) return undefined;
    expiry = current ?? expiry;
    await wait(look);
  }
  return keep(executor, name, owner, log);
}

function keep(executor: Executor, name: string, owner: string, log: FastifyBaseLogger): Lease {
  const closing = new AbortController();
  let isHeld = true;

  async function renew(): Promise<void> {
    try {
      const wasHeld = isHeld;
      isHeld = await claim(executor, name, owner);
      if (wasHeld && !isHeld) log.error(`Another process has taken over: ${name}. Only one may run without MQTT_URL.`);
    } catch (error) {
      // The database may come back before the lease runs out.
      log.warn({ err: error }, 'A lease could not be renewed');
    }
  }

  async function renewAll(): Promise<void> {
    while (await wait(renewal, true, { signal: closing.signal }).catch(() => false)) await renew();
  }

  const renewing = renewAll();
  return {
    isHeld: () => isHeld,
    release: async () => {
      closing.abort();
      await renewing;
      await executor.delete(leases).where(and(eq(leases.name, name), eq(leases.owner, owner)));
    },
  };
}

/** Takes or renews the lease; `false` while it is another's. One statement, so that of two processes one gets it. */
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

async function expiryOf(executor: Executor, name: string): Promise<number | undefined> {
  const [lease] = await executor.select().from(leases).where(eq(leases.name, name));
  return lease?.expiresAt.getTime();
}
