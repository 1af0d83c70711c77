import { eq } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Executor } from './database';

const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() });

/** Returns the secret of this name, or creates it. Concurrent processes agree on the first one. */
export async function getOrCreateSecret(
  executor: Executor,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const found = await findSecret(executor, name);
  if (found !== undefined) return found;
  await executor
    .insert(secrets)
    .values({ name, value: await make() })
    .onConflictDoNothing();
  const made = await findSecret(executor, name);
  if (made === undefined) throw new Error(`The secret "${name}" was neither found nor made.`);
  return made;
}

async function findSecret(executor: Executor, name: string): Promise<string | undefined> {
  const [secret] = await executor.select().from(secrets).where(eq(secrets.name, name));
  return secret?.value;
}
