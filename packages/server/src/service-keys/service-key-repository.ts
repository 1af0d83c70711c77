import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { NewServiceKey } from '@portico/contract';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { after } from '../auth/lifetimes';
import type { Executor } from '../database/database';
import { serviceKeys } from '../database/tables';

export type ServiceKey = typeof serviceKeys.$inferSelect;

/** Tells what such a text is where it was left by mistake: in a repository, in a log. */
const prefix = 'portico_sk_';

/** How exactly the last use of a key is kept, in milliseconds: a row is not written at every call. */
const useResolution = 60_000;

/** Makes a key of 256 random bits; the database keeps its hash, and nobody sees the key again. */
export async function insertServiceKey(
  executor: Executor,
  { module, name }: NewServiceKey,
  now: Date,
): Promise<ServiceKey & { readonly key: string }> {
  const key = prefix + randomBytes(32).toString('base64url');
  const row = { id: randomUUID(), hash: hashOf(key), module, name, createdAt: now, lastUsedAt: null };
  await executor.insert(serviceKeys).values(row);
  return { ...row, key };
}

export function listServiceKeys(executor: Executor): Promise<ServiceKey[]> {
  return executor.select().from(serviceKeys).orderBy(asc(serviceKeys.module), asc(serviceKeys.createdAt));
}

/** Whether there was such a key. */
export async function deleteServiceKey(executor: Executor, id: string): Promise<boolean> {
  const deleted = await executor.delete(serviceKeys).where(eq(serviceKeys.id, id)).returning({ id: serviceKeys.id });
  return deleted.length > 0;
}

export async function findServiceKey(executor: Executor, key: string): Promise<ServiceKey | undefined> {
  const [found] = await executor
    .select()
    .from(serviceKeys)
    .where(eq(serviceKeys.hash, hashOf(key)));
  return found;
}

/** Keeps that the key was used, to the minute. */
export async function touchServiceKey(executor: Executor, id: string, now: Date): Promise<void> {
  const isOld = or(isNull(serviceKeys.lastUsedAt), lt(serviceKeys.lastUsedAt, after(now, -useResolution)));
  await executor
    .update(serviceKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(serviceKeys.id, id), isOld));
}

/** SHA-256 is enough for what nobody can guess. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
