import { randomUUID } from 'node:crypto';
import type { NewServiceKey } from '@portico/contract';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { after } from '../auth/lifetimes';
import { createSecretToken, hashOfToken, useResolution } from '../auth/secret-token';
import type { Executor } from '../database/database';
import { serviceKeys } from '../database/tables';

export type ServiceKey = typeof serviceKeys.$inferSelect;

const prefix = 'portico_sk_';

/** Makes a key; the database keeps its hash, and nobody sees the key again. */
export async function insertServiceKey(
  executor: Executor,
  { module, name }: NewServiceKey,
  now: Date,
): Promise<ServiceKey & { readonly key: string }> {
  const key = createSecretToken(prefix);
  const row = { id: randomUUID(), hash: hashOfToken(key), module, name, createdAt: now, lastUsedAt: null };
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
    .where(eq(serviceKeys.hash, hashOfToken(key)));
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
