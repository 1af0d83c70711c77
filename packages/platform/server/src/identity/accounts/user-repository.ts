import { randomUUID } from 'node:crypto';
import type { CurrentUser, PersonalData } from '@portico/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { users } from '../identity-tables';

export type User = typeof users.$inferSelect;

/** Returns what the API shows users about themselves. */
export function toCurrentUser({ email, name, phone }: User): CurrentUser {
  return { email, name, phone };
}

/** @param email in lower case, as `emailSchema` gives it */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  const [user] = await executor.select().from(users).where(eq(users.email, email));
  return user;
}

/**
 * Finds the id of a user, who then exists until the transaction ends.
 * @throws ApiError 404 for an unknown e-mail
 */
export async function lockUser(tx: Executor, email: string): Promise<string> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('key share');
  if (user === undefined) throw new ApiError(404, 'user-unknown');
  return user.id;
}

/** Adds a user. Returns `undefined` if the e-mail is taken. */
export async function insertUser(
  executor: Executor,
  user: Pick<User, 'email' | 'name' | 'passwordHash'>,
  now: Date,
): Promise<User | undefined> {
  const [added] = await executor
    .insert(users)
    .values({ id: randomUUID(), createdAt: now, ...user })
    .onConflictDoNothing()
    .returning();
  return added;
}

/**
 * Changes only the given fields, so that concurrent changes of different fields are kept. Returns `undefined` if the
 * user no longer exists.
 */
export async function setPersonalData(
  executor: Executor,
  user: User,
  { name, phone }: PersonalData,
): Promise<User | undefined> {
  if (name === undefined && phone === undefined) return user;
  const [changed] = await executor.update(users).set({ name, phone }).where(eq(users.id, user.id)).returning();
  return changed;
}

/** Replaces the password. Returns `false` if another call changed it, or disabled the user, since `user` was read. */
export async function replacePasswordHash(executor: Executor, user: User, passwordHash: string): Promise<boolean> {
  const replaced = await executor
    .update(users)
    .set({ passwordHash })
    .where(isUnchanged(user))
    .returning({ id: users.id });
  return replaced.length > 0;
}

/**
 * Checks that no other call changed the password or disabled the user since `user` was read. Locks the row until the
 * transaction ends.
 */
export async function isPasswordHashCurrent(tx: Executor, user: User): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(isUnchanged(user)).for('share')).length > 0;
}

function isUnchanged({ id, passwordHash }: User) {
  const hasSameHash = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  return and(eq(users.id, id), hasSameHash, isNull(users.disabledAt));
}

/** Disables or enables a user. Returns `undefined` for an unknown e-mail. */
export async function setDisabledAt(
  executor: Executor,
  email: string,
  disabledAt: Date | null,
): Promise<User | undefined> {
  const [user] = await executor.update(users).set({ disabledAt }).where(eq(users.email, email)).returning();
  return user;
}

/** @throws ApiError 404 for an unknown e-mail */
export async function requireUser(executor: Executor, email: string): Promise<User> {
  const user = await findUserByEmail(executor, email);
  if (user === undefined) throw new ApiError(404, 'user-unknown');
  return user;
}
