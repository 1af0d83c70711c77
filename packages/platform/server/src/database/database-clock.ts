import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from './database';

/** How often the time is read, in milliseconds. */
const interval = 30_000;
/** A slower answer is too inexact and is ignored. */
const slowestAnswer = 1_000;

/**
 * Creates a clock with the time of the database, so that all processes agree even if their machines' clocks differ.
 * Between two readings it uses the timer of this process, which never jumps.
 */
export async function createDatabaseClock(executor: Executor, log: Pick<FastifyBaseLogger, 'warn'>) {
  /** The time of the database when the timer was 0. */
  let start = (await read(executor)).start;
  let reading: Promise<void> | undefined;

  const timer = setInterval(() => {
    reading ??= read(executor)
      .then(({ start: next, duration }) => {
        if (duration < slowestAnswer) start = next;
      })
      .catch((err) => log.warn({ err }, 'The time of the database could not be read'))
      .finally(() => {
        reading = undefined;
      });
  }, interval).unref();

  return {
    now: () => new Date(start + performance.now()),
    close: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

async function read(executor: Executor) {
  const before = performance.now();
  const [row] = await executor
    .select({ time: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision` })
    .from(sql`(select 1) as one`);
  const after = performance.now();
  return { start: (row?.time ?? Date.now()) - (before + after) / 2, duration: after - before };
}

export function addMilliseconds(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
