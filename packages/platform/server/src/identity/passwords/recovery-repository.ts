import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import type { User } from '../accounts/user-repository';
import { after, lifetimes } from '../sessions/lifetimes';
import { recoveryCodes, users } from '../tables';

const maxTries = 5;

/** Stores the hash of a new code, which replaces the user's former one. */
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

/** A user and the hash of their live code. */
interface RecoveryTry {
  readonly user: User;
  readonly codeHash: string;
}

/**
 * Counts a try before the code is compared, so that concurrent tries count as well. Returns `undefined` if no try is
 * left, or if no enabled user has this e-mail and a live code. One statement in each case.
 */
export async function takeRecoveryTry(executor: Executor, email: string, now: Date): Promise<RecoveryTry | undefined> {
  const [taken] = await executor
    .update(recoveryCodes)
    .set({ tries: sql`${recoveryCodes.tries} + 1` })
    .from(users)
    .where(
      and(
        eq(users.id, recoveryCodes.userId),
        eq(users.email, email),
        isNull(users.disabledAt),
        gt(recoveryCodes.expiresAt, now),
        lt(recoveryCodes.tries, maxTries),
      ),
    )
    .returning({ user: users, codeHash: recoveryCodes.codeHash });
  return taken;
}

/** Deletes the code. Of two concurrent calls with the same code, one gets `true`. */
export async function consumeRecoveryCode(executor: Executor, userId: string, codeHash: string): Promise<boolean> {
  const consumed = await executor
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return consumed.length > 0;
}

/** Deletes the user's code, if there is one. */
export async function deleteRecoveryCode(executor: Executor, userId: string): Promise<void> {
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function deleteExpiredRecoveryCodes(executor: Executor, now: Date): Promise<void> {
  await executor.delete(recoveryCodes).where(lt(recoveryCodes.expiresAt, now));
}
