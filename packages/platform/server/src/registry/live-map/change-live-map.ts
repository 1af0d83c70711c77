import { randomUUID } from 'node:crypto';
import { type ImportMap, importMapTopic } from '@portico/contract';
import type { ModuleStatus } from '@portico/contract/publishing';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { listCauses } from '../../database/database-errors';
import { ApiError, BusyError } from '../../http/api-error';
import { findEmails } from '../../identity/accounts/user-repository';
import type { Actor, CallOrigin } from '../../identity/audit/audit-entry';
import { recordAudit } from '../../identity/audit/audit-log';
import type { RegistryServices } from '../create-registry';
import { liveMap, liveModules, mapChanges, rolloutOutcomes, versionAudiences } from '../tables';
import { createUnchangedModule, isCanaryOf, listLiveModules } from './live-module';
import { createModuleStatus } from './module-status';
import { findFigures } from './release-figures';
import { type ResolvedModule, resolveModule } from './resolve-module';
import type { ModuleState, Transition } from './transitions';

/** The person or program that changes the live map, and the origin of the call. */
export interface Author {
  /** In the history: the name of a token and the start of its id, `operator`, or `portico`. */
  readonly name: string;
  readonly actor: Actor;
  readonly origin?: CallOrigin;
}

/** The author of a change and their reason, for the history. */
export interface ChangeNote {
  readonly by: Author;
  readonly reason: string;
  /** The revision of the newest change of the module that the author has seen. */
  readonly seen?: number | undefined;
}

/** One change of the live map. No other change runs at the same time in any process. */
export interface MapTransaction {
  readonly tx: Executor;
  readonly base: ImportMap;
  readonly at: Date;
  getModule(module: string): Promise<ResolvedModule>;
  /** Adds the transition to the history and the audit log, and stores the module's new state. */
  record(module: string, transition: Transition, note: ChangeNote): Promise<void>;
}

/** Timeout for the lock of the live map, in milliseconds. */
const lockTimeout = 10_000;

/** PostgreSQL's code for a lock timeout. */
const lockNotAvailable = '55P03';

/**
 * Changes the live map in one transaction, one change at a time. Do slow work before this call.
 * @throws BusyError when other changes take longer than 10 seconds; nothing has been changed then
 */
export async function changeLiveMap<Result>(
  services: RegistryServices,
  work: (transaction: MapTransaction) => Promise<Result>,
): Promise<Result> {
  const { database, now, registry, realtime } = services;
  const deadline = performance.now() + lockTimeout;
  const base = await registry.importMap.readBase();
  let revision: number | undefined;
  // Only one connection of this process waits for the lock.
  const result = await registry.changes.run(() =>
    database.transaction(async (tx) => {
      await lockLiveMap(tx, deadline);
      const at = now();
      return work({
        tx,
        base,
        at,
        getModule: async (module) => {
          const [live = createUnchangedModule(module)] = await listLiveModules(tx, [module]);
          return resolveModule(live, base, at, registry.rolloutHours);
        },
        record: async (module, transition, note) => {
          revision = await record(tx, module, transition, note, at);
        },
      });
    }),
  );
  if (revision !== undefined) realtime.publish(importMapTopic, JSON.stringify({ revision }));
  return result;
}

/**
 * Changes one module of the live map.
 * @param decide returns `undefined` to change nothing
 * @throws ApiError 409 if it has changed since the author looked; BusyError as `changeLiveMap`
 */
export async function changeModule(
  services: RegistryServices,
  module: string,
  note: ChangeNote,
  decide: (
    module: ResolvedModule,
    transaction: MapTransaction,
  ) => Transition | undefined | Promise<Transition | undefined>,
): Promise<ModuleStatus> {
  const changed = await changeLiveMap(services, async (transaction) => {
    if (note.seen !== undefined) await requireUnchanged(transaction.tx, module, note.seen);
    const transition = await decide(await transaction.getModule(module), transaction);
    if (transition) await transaction.record(module, transition, note);
    return transaction.getModule(module);
  });
  const [status] = await describeModules(services, [changed]);
  if (status === undefined) throw new Error('A changed module has no status.');
  return status;
}

/** Describes changed modules for their publisher. Runs after the transaction, so that no other change waits. */
export async function describeModules(
  { database }: Pick<RegistryServices, 'database'>,
  modules: readonly ResolvedModule[],
): Promise<ModuleStatus[]> {
  const figures = await findFigures(database, modules);
  return modules.map((module) => createModuleStatus(module, undefined, figures.get(module.module)));
}

async function requireUnchanged(tx: Executor, module: string, seen: number): Promise<void> {
  const [newest] = await tx
    .select()
    .from(mapChanges)
    .where(eq(mapChanges.module, module))
    .orderBy(desc(mapChanges.revision))
    .limit(1);
  if (newest === undefined || newest.revision === seen) return;
  const { action, at, by, from, to } = newest;
  const emails = await findEmails(tx, [by]);
  const change = `${action}: ${from ?? '–'} → ${to ?? '–'}`;
  const values = { by: emails.get(by) ?? by, at: at.toISOString(), change };
  throw new ApiError(409, 'module-changed', { values });
}

async function lockLiveMap(tx: Executor, deadline: number): Promise<void> {
  const left = Math.floor(deadline - performance.now());
  if (left <= 0) throw new BusyError();
  await tx.execute(sql.raw(`set local lock_timeout = ${left}`));
  // A process that hangs inside its transaction loses the lock, so that the others continue.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '8s'`);
  try {
    await tx.select().from(liveMap).for('update');
  } catch (error) {
    if (listCauses(error).some(({ code }) => code === lockNotAvailable)) throw new BusyError({ cause: error });
    throw error;
  }
}

async function record(
  tx: Executor,
  module: string,
  { action, audience, from, state, to }: Transition,
  { by, reason }: ChangeNote,
  at: Date,
): Promise<number> {
  const [row] = await tx
    .update(liveMap)
    .set({ revision: sql`${liveMap.revision} + 1` })
    .returning({ revision: liveMap.revision });
  if (row === undefined) throw new Error('The live map has lost its row.');
  await tx.insert(mapChanges).values({ ...row, at, by: by.name, reason, module, action, from, to, audience });
  const details = { ...row, from, to, ...(audience && { audience }), ...(reason !== '' && { reason }) };
  await recordAudit(tx, at, { action, actor: by.actor, origin: by.origin, target: module, details });
  const formerCanary = await storeState(tx, module, state);
  // A new rollout starts without outcomes; a canary that widens or is promoted keeps its outcomes.
  const isNew = action === 'canary' ? to !== formerCanary : ['publish', 'automatic-rollback'].includes(action);
  if (to !== null && isNew) {
    await tx.delete(rolloutOutcomes).where(and(eq(rolloutOutcomes.module, module), eq(rolloutOutcomes.version, to)));
  }
  return row.revision;
}

/**
 * Inserts the canary first: a trigger copies it into the state, for servers of the previous release.
 * @returns the version of the canary before
 */
async function storeState(
  tx: Executor,
  module: string,
  { canary, ...state }: ModuleState,
): Promise<string | undefined> {
  const [former] = await tx.delete(versionAudiences).where(isCanaryOf(module)).returning();
  if (canary) {
    const { audience, plan, since, version } = canary;
    await tx
      .insert(versionAudiences)
      .values({ id: randomUUID(), module, version, audience, plan, createdAt: new Date(since) });
  }
  await tx
    .insert(liveModules)
    .values({ module, state })
    .onConflictDoUpdate({ target: liveModules.module, set: { state } });
  return former?.version;
}
