import { randomUUID } from 'node:crypto';
import type { NewTeamToken } from '@portico/contract';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { after } from '../auth/lifetimes';
import { createSecretToken, hashOfToken, useResolution } from '../auth/secret-token';
import type { Executor } from '../database/database';
import { teamTokens } from '../database/tables';

export type TeamToken = typeof teamTokens.$inferSelect;

const prefix = 'portico_tt_';

/** Makes a token; the database keeps its hash, and nobody sees it again. */
export async function insertTeamToken(
  executor: Executor,
  { modules, name }: NewTeamToken,
  now: Date,
): Promise<TeamToken & { readonly token: string }> {
  const token = createSecretToken(prefix);
  const unique = [...new Set(modules)].sort();
  const row = { id: randomUUID(), hash: hashOfToken(token), modules: unique, name, createdAt: now, lastUsedAt: null };
  await executor.insert(teamTokens).values(row);
  return { ...row, token };
}

export function listTeamTokens(executor: Executor): Promise<TeamToken[]> {
  return executor.select().from(teamTokens).orderBy(asc(teamTokens.createdAt), asc(teamTokens.id));
}

/** Whether there was such a token. */
export async function deleteTeamToken(executor: Executor, id: string): Promise<boolean> {
  const deleted = await executor.delete(teamTokens).where(eq(teamTokens.id, id)).returning({ id: teamTokens.id });
  return deleted.length > 0;
}

export async function findTeamToken(executor: Executor, token: string): Promise<TeamToken | undefined> {
  const [found] = await executor
    .select()
    .from(teamTokens)
    .where(eq(teamTokens.hash, hashOfToken(token)));
  return found;
}

/** Keeps that the token was used, to the minute. */
export async function touchTeamToken(executor: Executor, id: string, now: Date): Promise<void> {
  const isOld = or(isNull(teamTokens.lastUsedAt), lt(teamTokens.lastUsedAt, after(now, -useResolution)));
  await executor
    .update(teamTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(teamTokens.id, id), isOld));
}
