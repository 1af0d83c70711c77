import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { recoveryCodes } from '../database/tables';
import { after, lifetimes } from './lifetimes';

const maxTries = 5;

/** Keeps the hash of a new code in place of the user's former one. */
export async function replaceRecoveryCode(
  executor: Executor,
  userId: string,
  codeHash: string,
  now: Date,
): Promise<void> {
  const code = { codeHash, createdAt: now, expiresAt: after(now, lifetimes.recoveryCode), tries: 0 };
  await executor
    .insert(recoveryCodes)
    .values({ userId, ...code })
    .onConflictDoUpdate({ target: recoveryCodes.userId, set: code });
}

/** Counts a try before the code is compared, so that tries at once count too; `undefined` when none is left. */
export async function takeRecoveryTry(executor: Executor, userId: string, now: Date): Promise<string | undefined> {
  const [code] = await executor
    .update(recoveryCodes)
    .set({ tries: sql`${recoveryCodes.tries} + 1` })
    .where(and(eq(recoveryCodes.userId, userId), gt(recoveryCodes.expiresAt, now), lt(recoveryCodes.tries, maxTries)))
    .returning({ codeHash: recoveryCodes.codeHash });
  return code?.codeHash;
}

/** Takes the code out of use; of two calls with the same code only one is told `true`. */
export async function consumeRecoveryCode(executor: Executor, userId: string, codeHash: string): Promise<boolean> {
  const consumed = await executor
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return consumed.length > 0;
}
