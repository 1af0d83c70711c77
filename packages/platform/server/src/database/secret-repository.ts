import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Executor } from './database';

const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

/** Returns the secret of this name, or stores this value. Concurrent processes agree on the first one. */
export async function getOrCreateSecret(executor: Executor, name: string, value: string): Promise<string> {
  const adding = executor.insert(secrets).values({ name, value });
  const keep = { target: secrets.name, set: { value: sql`${secrets.value}` } };
  const [stored] = await adding.onConflictDoUpdate(keep).returning();
  return stored?.value ?? value;
}
