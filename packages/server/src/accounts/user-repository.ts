import { randomUUID } from 'node:crypto';
import type { PersonalData } from '@portico/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { users } from '../database/tables';

export type User = typeof users.$inferSelect;

export interface UserToAdd {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
}

/** @param email in lower case, as `emailSchema` gives it */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  const [user] = await executor.select().from(users).where(eq(users.email, email));
  return user;
}

export function listUsers(executor: Executor): Promise<User[]> {
  return executor.select().from(users).orderBy(asc(users.email));
}

/** The added user, or `undefined` when the e-mail is taken. */
export async function insertUser(executor: Executor, user: UserToAdd, now: Date): Promise<User | undefined> {
  const [added] = await executor
    .insert(users)
    .values({ id: randomUUID(), createdAt: now, ...user })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** The changed user, or `undefined` when there is none any more; what is not named stays, two changes at once too. */
export async function setPersonalData(
  executor: Executor,
  user: User,
  { name, phone }: PersonalData,
): Promise<User | undefined> {
  if (name === undefined && phone === undefined) return user;
  const [changed] = await executor.update(users).set({ name, phone }).where(eq(users.id, user.id)).returning();
  return changed;
}

export async function setPasswordHash(executor: Executor, userId: string, passwordHash: string): Promise<void> {
  await executor.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Sets the password of a user as it was read; `false` when it has been changed, or the user disabled, since. */
export async function replacePasswordHash(executor: Executor, user: User, passwordHash: string): Promise<boolean> {
  const replaced = await executor
    .update(users)
    .set({ passwordHash })
    .where(isUnchanged(user))
    .returning({ id: users.id });
  return replaced.length > 0;
}

/** Whether user and password are still as they were read; nobody else changes them before the transaction ends. */
export async function isPasswordHashCurrent(tx: Executor, user: User): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(isUnchanged(user)).for('share')).length > 0;
}

function isUnchanged({ id, passwordHash }: User) {
  const hasSameHash = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  return and(eq(users.id, id), hasSameHash, isNull(users.disabledAt));
}

/** The changed user, or `undefined` when there is none. */
export async function setDisabledAt(
  executor: Executor,
  email: string,
  disabledAt: Date | null,
): Promise<User | undefined> {
  const [user] = await executor.update(users).set({ disabledAt }).where(eq(users.email, email)).returning();
  return user;
}
