import { createHash } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../process/add-milliseconds';
import { addressAccounts } from '../tables';

const day = 24 * 60 * 60 * 1000;
/** How long a sign-in counts for its network. */
const lifetime = 30 * day;

/** Counts the accounts that have signed in well from each network. */
export async function countAccountsOfNetworks(
  executor: Executor,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const hashes = new Map(names.map((name) => [hash(name), name]));
  const rows = await executor
    .select({ network: addressAccounts.network, accounts: sql<number>`count(*)::int` })
    .from(addressAccounts)
    .where(inArray(addressAccounts.network, [...hashes.keys()]))
    .groupBy(addressAccounts.network);
  return new Map(rows.map(({ network, accounts }) => [hashes.get(network) ?? '', accounts]));
}

/** Stores that an account has signed in well from these networks. Writes once a day. */
export async function addAccountOfNetworks(
  executor: Executor,
  names: readonly string[],
  email: string,
  now: Date,
): Promise<void> {
  const account = hash(email);
  // In order, so that two sign-ins do not wait for each other's rows.
  const networks = names.map(hash).sort();
  await executor
    .insert(addressAccounts)
    .values(networks.map((network) => ({ network, account, seenAt: now })))
    .onConflictDoUpdate({
      target: [addressAccounts.network, addressAccounts.account],
      set: { seenAt: sql`excluded.seen_at` },
      setWhere: sql`${addressAccounts.seenAt} < excluded.seen_at - interval '1 day'`,
    });
}

export async function deleteAddressAccounts(executor: Executor, email: string): Promise<void> {
  await executor.delete(addressAccounts).where(eq(addressAccounts.account, hash(email)));
}

export async function deleteOldAddressAccounts(executor: Executor, now: Date): Promise<void> {
  await executor.delete(addressAccounts).where(lt(addressAccounts.seenAt, addMilliseconds(now, -lifetime)));
}

/** Hashed, so that the database does not collect who is where. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
