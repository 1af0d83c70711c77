import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Executor } from './database';
import { secrets } from './tables';

/** The 256-bit secret of this name, made at first use. Processes that make it at once agree on the first one. */
export async function secretOf(executor: Executor, name: string): Promise<Uint8Array> {
  await executor
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [secret] = await executor.select().from(secrets).where(eq(secrets.name, name));
  if (secret === undefined) throw new Error(`The secret "${name}" was neither found nor made.`);
  return Buffer.from(secret.value, 'base64url');
}
