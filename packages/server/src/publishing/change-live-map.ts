import { type ImportMap, importMapTopic, type ModuleStatus } from '@portico/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { liveMap, liveModules, mapChanges } from '../database/tables';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { type LiveModule, listLiveModules } from './live-module';
import { statusOf, unchangedModule } from './module-status';
import type { ModuleState, Transition } from './transitions';
import { forgetOutcomes } from './trial-outcome-repository';

/** Who changes a module, and why. */
export interface ChangeNote {
  readonly by: string;
  readonly reason: string;
}

/** The turn of one call that changes the live map: meanwhile nobody else changes it, in this process or another. */
export interface Turn {
  readonly tx: Executor;
  readonly base: ImportMap;
  readonly at: Date;
  moduleOf(module: string): Promise<LiveModule>;
  stateOf(module: string): Promise<ModuleState>;
  statusOf(module: string): Promise<ModuleStatus>;
  /** Writes the step down as the next record, and what the module runs from now on. */
  record(module: string, transition: Transition, note: ChangeNote): Promise<void>;
}

/** How long a call waits for its turn, in milliseconds: its caller has to learn what became of it. */
const patience = 10_000;

/** PostgreSQL says so when a lock was not to be had in time. */
const lockNotAvailable = '55P03';

/**
 * Does the work in one transaction, as the only one that changes the map: all of it becomes true at once, or nothing.
 * Whatever is slow belongs before it.
 * @throws ApiError 503 when the turn does not come within 10 seconds; nothing happens afterwards
 */
export async function changeLiveMap<Result>(
  services: Services,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const { database, now, publishing, realtime } = services;
  const deadline = performance.now() + patience;
  const base = await publishing.importMap.readBase();
  let revision: number | undefined;
  // One connection of this process waits for its turn, not all of them.
  const result = await publishing.turns.run(() =>
    database.transaction(async (tx) => {
      await takeTurn(tx, deadline);
      const at = now();
      return work({
        tx,
        base,
        at,
        moduleOf,
        stateOf: async (module) => (await moduleOf(module)).state,
        statusOf: async (module) => statusOf(await moduleOf(module), base, at, publishing.trialHours),
        record: async (module, transition, note) => {
          revision = await record(tx, module, transition, note, at);
        },
      });

      async function moduleOf(module: string): Promise<LiveModule> {
        return (await listLiveModules(tx, module))[0] ?? unchangedModule(module);
      }
    }),
  );
  if (revision !== undefined) realtime.publish(importMapTopic, JSON.stringify({ revision }));
  return result;
}

async function takeTurn(tx: Executor, deadline: number): Promise<void> {
  const left = Math.floor(deadline - performance.now());
  if (left <= 0) throw new ApiError(503, 'busy');
  await tx.execute(sql.raw(`set local lock_timeout = ${left}`));
  // A process that stands still in its turn loses it, and the others go on.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '8s'`);
  try {
    await tx.select().from(liveMap).for('update');
  } catch (error) {
    if (isLockTimeout(error)) throw new ApiError(503, 'busy', { cause: error });
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === lockNotAvailable) || isLockTimeout(error.cause);
}

async function record(
  tx: Executor,
  module: string,
  { action, audience, from, state, to }: Transition,
  note: ChangeNote,
  at: Date,
): Promise<number> {
  const [row] = await tx
    .update(liveMap)
    .set({ revision: sql`${liveMap.revision} + 1` })
    .returning({ revision: liveMap.revision });
  if (row === undefined) throw new Error('The live map has lost its row.');
  await tx.insert(mapChanges).values({ ...row, at, ...note, module, action, from, to, audience });
  await tx
    .insert(liveModules)
    .values({ module, state })
    .onConflictDoUpdate({ target: liveModules.module, set: { state } });
  // A trial begins anew, but for a canary that is promoted: what was said of the version before does not count.
  if (to !== null && ['publish', 'canary', 'take-back'].includes(action)) {
    await forgetOutcomes(tx, module, to);
  }
  return row.revision;
}
