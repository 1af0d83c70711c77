import { isPackageName } from '@portico/contract';
import type { ModuleStatus } from '@portico/contract/publishing';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { findEmails } from '../../identity/accounts/user-repository';
import { liveModules, mapChanges, versionAudiences } from '../tables';
import { countUsers } from './count-users';
import { isCanaryOf } from './live-module';
import type { ResolvedModule } from './resolve-module';
import { countOutcomes } from './rollout-outcomes';

/** The figures of a module for those who may publish it, and those of its canary. */
export interface ReleaseFigures {
  readonly module: Pick<ModuleStatus, 'by' | 'outcomes' | 'rolled_back' | 'users'>;
  readonly canary: Pick<NonNullable<ModuleStatus['canary']>, 'by' | 'outcomes' | 'users'>;
}

/**
 * Finds the figures of modules, by key.
 * @param countsAll whether to count the users of modules without a canary too, which takes long for many modules
 * @param count counts the users of a module
 */
export async function findFigures(
  executor: Executor,
  modules: readonly ResolvedModule[],
  countsAll = false,
  count = countUsers,
): Promise<ReadonlyMap<string, ReleaseFigures>> {
  const [authors, outcomes] = await Promise.all([findAuthors(executor, modules), countOutcomes(executor, modules)]);
  const figures = new Map<string, ReleaseFigures>();
  for (const { canary, module } of modules) {
    const { by, rolledBack, startedBy } = authors.get(module) ?? {};
    const counted = outcomes.get(module);
    const isCounted = !isPackageName(module) && (countsAll || canary !== undefined);
    const size = isCounted ? await count(executor, module, canary?.audience) : undefined;
    figures.set(module, {
      module: {
        ...(by !== undefined && { by }),
        ...(size && { users: size.users }),
        ...(counted && { outcomes: counted.live }),
        ...(rolledBack && { rolled_back: rolledBack }),
      },
      canary: {
        ...(startedBy !== undefined && { by: startedBy }),
        ...(size && { users: size.inAudience }),
        ...(counted && { outcomes: counted.canary }),
      },
    });
  }
  return figures;
}

/** Finds who made the live version live and who started the canary, and the reason of an automatic rollback. */
async function findAuthors(executor: Executor, modules: readonly ResolvedModule[]) {
  const keys = modules.map(({ module }) => module);
  const { action, at, by, from, module, reason, revision } = mapChanges;
  const canary = versionAudiences;
  /** Finds the latest change of the module, by the index; with a condition, the latest of those. */
  const findLatest = (name: string, condition?: SQL) =>
    executor
      .select({ action, at, by, from, reason })
      .from(mapChanges)
      .where(and(eq(module, liveModules.module), condition))
      .orderBy(desc(revision))
      .limit(1)
      .as(name);
  const latest = findLatest('latest');
  const published = findLatest('published', sql`${at} = (${liveModules.state} ->> 'since')::timestamptz`);
  const started = findLatest('started', eq(at, canary.createdAt));
  const rows = await executor
    .select({
      module: liveModules.module,
      publishedBy: published.by,
      startedBy: started.by,
      latest: { action: latest.action, at: latest.at, from: latest.from, reason: latest.reason },
    })
    .from(liveModules)
    .leftJoin(canary, isCanaryOf(liveModules.module))
    .leftJoinLateral(latest, sql`true`)
    .leftJoinLateral(published, sql`true`)
    .leftJoinLateral(started, sql`true`)
    .where(inArray(liveModules.module, keys));
  const emails = await findEmails(
    executor,
    rows.flatMap(({ publishedBy, startedBy }) => [publishedBy ?? '', startedBy ?? '']),
  );
  const getName = (by: string | null) => (by === null ? undefined : (emails.get(by) ?? by));
  return new Map(
    rows.map(({ latest, module, publishedBy, startedBy }) => {
      const isRolledBack = latest?.action === 'automatic-rollback';
      const rolledBack = isRolledBack
        ? { version: latest.from, at: latest.at.toISOString(), reason: latest.reason }
        : undefined;
      return [module, { by: getName(publishedBy), startedBy: getName(startedBy), rolledBack }] as const;
    }),
  );
}
