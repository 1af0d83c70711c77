import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../../database/database';
import { failurePeople, failures } from '../tables';

/** Delay in milliseconds: a failure that many people report is counted once a second. */
const delay = 1_000;

/** Keeps the figures of failures, which lists read, behind the reports of people. */
export function createFailureFigures(database: Executor, log: FastifyBaseLogger) {
  const outdated = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  /** Also waits for a count that is running, which has what was stored before it. */
  function refresh(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running
      .then(async () => {
        const ids = [...outdated];
        outdated.clear();
        if (ids.length > 0) await countPeople(database, ids);
      })
      .catch((error: unknown) => log.error({ err: error }, 'The people of failures could not be counted'));
    return running;
  }

  return {
    /** Counts the people of a failure soon. */
    refreshSoon(id: string): void {
      outdated.add(id);
      timer ??= setTimeout(refresh, delay).unref();
    },
    /** Counts what this process has stored so far. */
    refresh,
  };
}

export type FailureFigures = ReturnType<typeof createFailureFigures>;

async function countPeople(database: Executor, ids: readonly string[]): Promise<void> {
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  // All processes lock rows in the same order, to avoid deadlocks.
  await database.execute(sql`
    with locked as (select id from ${failures} where id in (${list}) order by id for update),
    counted as (
      select failure_id, count(*)::int as people, least(sum(times), 2147483647)::int as times,
        min(first_at) as first_at, max(last_at) as last_at,
        to_jsonb((array_agg(distinct tenant))[1:50]) as tenants,
        to_jsonb((array_agg(distinct browser))[1:50]) as browsers
      from ${failurePeople} where failure_id in (${list}) group by failure_id
    )
    update ${failures} set people = c.people, times = c.times, first_at = c.first_at, last_at = c.last_at,
      tenants = c.tenants, browsers = c.browsers
    from counted c join locked l on l.id = c.failure_id where ${failures}.id = c.failure_id`);
}
