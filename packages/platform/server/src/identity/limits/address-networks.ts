import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Executor } from '../../database/database';
import { shareReads } from '../../database/shared-reads';
import { addressAccounts } from '../limit-tables';
import type { LimitName } from './limits';
import type { Try } from './throttle';

/** A network whose tries are counted together. */
interface AddressNetwork {
  readonly name: string;
  /** Allows this many times the tries of one customer. */
  readonly factor: number;
}

/** The prefixes that providers give to one customer. A wider network may have several customers, so it has more tries. */
const prefixes = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 2 },
  { bits: 48, factor: 4 },
];

/** Lists the networks of an address, the narrowest first: an IPv4 address itself, or the prefixes of an IPv6 address. */
export function listAddressNetworks(ip: string): readonly AddressNetwork[] {
  if (!ipaddr.isValid(ip)) return [{ name: ip, factor: 1 }];
  // Converts an IPv4 address in IPv6 notation to IPv4.
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return [{ name: address.toString(), factor: 1 }];
  return prefixes.map(({ bits, factor }) => {
    const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
    const prefix = parts.slice(0, Math.ceil(bits / 16)).map((part) => part.toString(16));
    // The database has hashes of these names, also those of the previous release.
    return { name: `${prefix.join(':')}::/${bits}`, factor };
  });
}

/** Returns the network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function getAddressGroup(ip: string): string {
  return listAddressNetworks(ip)[0]?.name ?? ip;
}

/** Ten accounts double the tries of their network, because an office or a mobile network has one address. */
const accountsOfFactor = 10;
const mostAccounts = 1000;

/** Returns the tries that a call from this address counts: one for each of its networks. */
export function listAddressTries(limit: LimitName, ip: string): Try[] {
  return listAddressNetworks(ip).map(({ name, factor }) => [limit, name, factor]);
}

/**
 * Like `listAddressTries`, but a network has more tries the more accounts have signed in successfully from it in the
 * last 30 days. Concurrent calls share their queries.
 */
export function createScaledAddressTries(database: Executor): (limit: LimitName, ip: string) => Promise<Try[]> {
  const countAccounts = shareReads((names) => countAccountsOfNetworks(database, names));
  return (limit, ip) =>
    Promise.all(
      listAddressNetworks(ip).map(async ({ name, factor }): Promise<Try> => {
        const accounts = Math.min((await countAccounts(name)) ?? 0, mostAccounts);
        return [limit, name, factor * (1 + accounts / accountsOfFactor)];
      }),
    );
}

/** Counts the accounts that have signed in successfully from each network. */
async function countAccountsOfNetworks(
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

/** Stores that an account has signed in successfully from the networks of an address. Writes once a day. */
export async function addAccountOfNetworks(executor: Executor, ip: string, email: string, now: Date): Promise<void> {
  const account = hash(email);
  // Sorted, so that two sign-ins do not wait for each other's rows.
  const networks = listAddressNetworks(ip)
    .map(({ name }) => hash(name))
    .sort();
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

/** Hashes, so that the database does not collect the locations of users. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
