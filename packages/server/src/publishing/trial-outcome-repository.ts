import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { trialOutcomes } from '../database/tables';

export type KeptOutcome = typeof trialOutcomes.$inferSelect;

/** How many users tried a version, and for how many of them it failed. */
export interface OutcomeCounts {
  readonly all: number;
  readonly failed: number;
}

/** Keeps an outcome, as the user's only one for this version. */
export async function setOutcome(executor: Executor, outcome: KeptOutcome): Promise<void> {
  const { at, detail, hasFailed } = outcome;
  await executor
    .insert(trialOutcomes)
    .values(outcome)
    .onConflictDoUpdate({
      target: [trialOutcomes.module, trialOutcomes.version, trialOutcomes.userId],
      set: { at, detail, hasFailed },
    });
}

export async function countOutcomes(executor: Executor, module: string, version: string): Promise<OutcomeCounts> {
  const [counts] = await executor
    .select({
      all: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${trialOutcomes.hasFailed}))::int`,
    })
    .from(trialOutcomes)
    .where(and(eq(trialOutcomes.module, module), eq(trialOutcomes.version, version)));
  return counts ?? { all: 0, failed: 0 };
}

/** Forgets what was said of a version, whose trial begins anew. */
export async function forgetOutcomes(executor: Executor, module: string, version: string): Promise<void> {
  await executor.delete(trialOutcomes).where(and(eq(trialOutcomes.module, module), eq(trialOutcomes.version, version)));
}
