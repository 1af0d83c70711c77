import { randomUUID } from 'node:crypto';
import type { NewServiceKey } from '@portico/contract';
import { asc } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { createSecretToken, hashToken } from '../sessions/secret-token';
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
