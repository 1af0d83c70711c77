import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { recoveryCodes, users } from '../identity-tables';
import { lifetimes } from '../sessions/lifetimes';

/** Of a code, for the browser that asked for it, and again for all others. */
const maxTries = 5;

/** Stores the hash of a new code for the browser that asked for it. */
export async function insertRecoveryCode(
  executor: Executor,
  code: { readonly request: string; readonly userId: string; readonly codeHash: string },
  now: Date,
): Promise<void> {
  await executor
    .insert(recoveryCodes)
    .values({ ...code, createdAt: now, expiresAt: addMilliseconds(now, lifetimes.recoveryCode) });
}

/**
 * Counts a try before the code is compared, so that concurrent tries count as well. One statement in each case.
 * @param request whose code is meant; without it, the latest code of the user
 * @returns the user and the hash of their live code; `undefined` if no try is left, or if no enabled user has this
 * e-mail and a live code
 */
export async function takeRecoveryTry(executor: Executor, email: string, request: string | undefined, now: Date) {
  const column = request === undefined ? recoveryCodes.tries : recoveryCodes.ownTries;
  const latest = executor
    .select({ request: recoveryCodes.request })
    .from(recoveryCodes)
    .innerJoin(users, eq(users.id, recoveryCodes.userId))
    .where(eq(users.email, email))
    .orderBy(desc(recoveryCodes.createdAt))
    .limit(1);
  const [taken] = await executor
    .update(recoveryCodes)
    .set(request === undefined ? { tries: sql`${column} + 1` } : { ownTries: sql`${column} + 1` })
    .from(users)
    .where(
      and(
        eq(recoveryCodes.request, request ?? sql`(${latest})`),
        eq(users.id, recoveryCodes.userId),
        eq(users.email, email),
        isNull(users.disabledAt),
        gt(recoveryCodes.expiresAt, now),
        lt(column, maxTries),
      ),
    )
    .returning({ user: users, codeHash: recoveryCodes.codeHash });
  return taken;
}

/** Deletes all codes of the user. Of two concurrent calls with one of these codes, one gets `true`. */
export async function consumeRecoveryCodes(executor: Executor, userId: string, codeHash: string): Promise<boolean> {
  const consumed = await executor
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .returning({ codeHash: recoveryCodes.codeHash });
  return consumed.some((code) => code.codeHash === codeHash);
}

/** Deletes the user's codes, if there are any. */
export async function deleteRecoveryCodes(executor: Executor, userId: string): Promise<void> {
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function deleteExpiredRecoveryCodes(executor: Executor, now: Date): Promise<void> {
  await executor.delete(recoveryCodes).where(lt(recoveryCodes.expiresAt, now));
}
