import { eq } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Executor } from './database';

const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

/** Returns the secret of this name, or creates it. Concurrent processes agree on the first one. */
export async function getOrCreateSecret(
  executor: Executor,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const find = async () => (await executor.select().from(secrets).where(eq(secrets.name, name)))[0]?.value;
  const found = await find();
  if (found !== undefined) return found;
  const value = await make();
  await executor.insert(secrets).values({ name, value }).onConflictDoNothing();
  return (await find()) ?? value;
}
