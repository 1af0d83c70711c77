import { randomUUID } from 'node:crypto';
import type { CurrentUser } from '@portico/contract';
import type { OperatorUser } from '@portico/contract/administration';
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { uuidSchema } from '../../http/parse';
import { users } from '../account-tables';
import { signInProviders, userIdentities } from '../provider-tables';

export type User = typeof users.$inferSelect;

/** Returns what the API shows users about themselves. */
export function toCurrentUser({ email, name, phone }: User): CurrentUser {
  return { email, name, phone };
}

/** Returns a user as the operator manages them. */
export function toOperatorUser({ email, name, disabledAt }: User): OperatorUser {
  return { email, name, disabled: disabledAt !== null };
}

/** @param email in lower case, as `emailSchema` gives it */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  const [user] = await executor.select().from(users).where(eq(users.email, email));
  return user;
}

/** Finds the id of a user, who then exists until the transaction ends; throws ApiError 404 for an unknown e-mail. */
export async function lockUser(tx: Executor, email: string): Promise<string> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('key share');
  if (user === undefined) throw new ApiError(404, 'user-unknown');
  return user.id;
}

/** Finds a user, whom no other call changes until the transaction ends. */
export async function lockAccount(tx: Executor, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Locks a user like `lockAccount`. Returns false if another call changed the password or disabled them, see `isUnchanged`. */
export async function lockUnchanged(tx: Executor, user: User): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(isUnchanged(user)).for('update')).length > 0;
}

/** Finds the e-mails of users who still exist, by id. Ignores values that are no ids. */
export async function findEmails(
  executor: Executor,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const valid = [...new Set(ids)].filter((id) => v.is(uuidSchema, id));
  if (valid.length === 0) return new Map();
  const found = await executor.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, valid));
  return new Map(found.map(({ id, email }) => [id, email]));
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

/** Matches a user unless another call changed the password or disabled the user since `user` was read. */
export function isUnchanged(user: User) {
  return and(hasSamePassword(user), isNull(users.disabledAt));
}

/** Matches a user, also a disabled one, unless another call changed the password since `user` was read. */
export function hasSamePassword({ id, passwordHash }: User) {
  const hasSameHash = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  return and(eq(users.id, id), hasSameHash);
}

/** Whether an account at a provider signs a user in. */
export async function isLinked(executor: Executor, providerId: string, userId: string): Promise<boolean> {
  const isOwn = and(eq(userIdentities.providerId, providerId), eq(userIdentities.userId, userId));
  return (await executor.$count(userIdentities, isOwn)) > 0;
}

/** Lists the providers at which a user has an account, by name: those of one tenant if given. */
export function listLinkedProviders(executor: Executor, userId: string, tenant?: string) {
  const { id, name, tenant: place } = signInProviders;
  return executor
    .select({ id, name })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(id, userIdentities.providerId))
    .where(and(eq(userIdentities.userId, userId), tenant === undefined ? undefined : eq(place, tenant)))
    .orderBy(asc(name), asc(id));
}

/** @throws ApiError 404 for an unknown e-mail */
export async function requireUser(executor: Executor, email: string): Promise<User> {
  const user = await findUserByEmail(executor, email);
  if (user === undefined) throw new ApiError(404, 'user-unknown');
  return user;
}

/** Matches users whose name or e-mail contains a text, whatever its case and accents; all of them without a text. */
export function matchSearch(search: string): SQL | undefined {
  if (search === '') return undefined;
  // A subquery is computed once, and not for each user.
  return or(
    sql`strpos(${users.foldedName}, (select fold_text(${search}))) > 0`,
    sql`strpos(${users.email}, lower(${search})) > 0`,
  );
}
