import { randomUUID } from 'node:crypto';
import type { NewServiceKey } from '@portico/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { createSecretToken, hashToken, isLastUseOld } from '../sessions/secret-token';
import { serviceKeys } from '../tables';

export type ServiceKey = typeof serviceKeys.$inferSelect;

const prefix = 'portico_sk_';

/** Creates a key. The database stores only its hash, so the key is shown once. */
export async function insertServiceKey(
  executor: Executor,
  { module, name }: NewServiceKey,
  now: Date,
): Promise<ServiceKey & { readonly key: string }> {
  const key = createSecretToken(prefix);
  const row = { id: randomUUID(), hash: hashToken(key), module, name, createdAt: now, lastUsedAt: null };
  await executor.insert(serviceKeys).values(row);
  return { ...row, key };
}

export function listServiceKeys(executor: Executor): Promise<ServiceKey[]> {
  return executor.select().from(serviceKeys).orderBy(asc(serviceKeys.module), asc(serviceKeys.createdAt));
}

/** Returns whether the key existed. */
export async function deleteServiceKey(executor: Executor, id: string): Promise<boolean> {
  const deleted = await executor.delete(serviceKeys).where(eq(serviceKeys.id, id)).returning({ id: serviceKeys.id });
  return deleted.length > 0;
}

export async function findServiceKey(executor: Executor, key: string): Promise<ServiceKey | undefined> {
  const [found] = await executor
    .select()
    .from(serviceKeys)
    .where(eq(serviceKeys.hash, hashToken(key)));
  return found;
}

/** Stores the time of the last use, to the minute. */
export async function touchServiceKey(executor: Executor, id: string, now: Date): Promise<void> {
  await executor
    .update(serviceKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(serviceKeys.id, id), isLastUseOld(serviceKeys.lastUsedAt, now)));
}
