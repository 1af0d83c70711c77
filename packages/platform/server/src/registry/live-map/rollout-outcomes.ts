import { isPackageName } from '@portico/contract';
import type { Outcomes } from '@portico/contract/publishing';
import { and, eq, gte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { rolloutOutcomes } from '../tables';
import type { ResolvedModule } from './resolve-module';

/** The outcomes of the versions of a module in rollout. */
interface RolloutOutcomes {
  /** Those of the live version since the canary started, or since its own rollout did. */
  readonly live: Outcomes;
  readonly canary: Outcomes;
}

const none: Outcomes = { mounted: 0, failed: 0 };
export const noOutcomes: RolloutOutcomes = { live: none, canary: none };

/** Counts the users of the versions in rollout, by module. Modules without a rollout are absent. */
export async function countOutcomes(
  executor: Executor,
  modules: readonly ResolvedModule[],
): Promise<ReadonlyMap<string, RolloutOutcomes>> {
  const { at, hasFailed, module, version } = rolloutOutcomes;
  const inRollout = modules.filter(
    ({ canary, isInRollout, module }) => !isPackageName(module) && (canary !== undefined || isInRollout),
  );
  if (inRollout.length === 0) return new Map();
  const matches = inRollout.flatMap(({ canary, isInRollout, module: key, state }) => {
    // The outcomes of a rollout that has ended say nothing about today.
    const since = canary && !isInRollout ? gte(at, new Date(canary.since)) : undefined;
    const ofLive = state.version === null ? [] : [and(eq(module, key), eq(version, state.version), since)];
    return canary ? [...ofLive, and(eq(module, key), eq(version, canary.version))] : ofLive;
  });
  const rows = await executor
    .select({
      module,
      version,
      mounted: sql<number>`(count(*) filter (where not ${hasFailed}))::int`,
      failed: sql<number>`(count(*) filter (where ${hasFailed}))::int`,
    })
    .from(rolloutOutcomes)
    .where(or(...matches))
    .groupBy(module, version);
  const find = (key: string, wanted: string | null | undefined): Outcomes => {
    const row = rows.find((one) => one.module === key && one.version === wanted);
    return row ? { mounted: row.mounted, failed: row.failed } : none;
  };
  return new Map(
    inRollout.map(({ canary, module, state }) => [
      module,
      { live: find(module, state.version), canary: find(module, canary?.version) },
    ]),
  );
}
