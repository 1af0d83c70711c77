import type { Executor } from '../../database/database';
import { shareReads } from '../../database/share-reads';
import { countAccountsOfNetworks } from './address-account-repository';
import { listAddressNetworks } from './address-networks';
import type { LimitName } from './limits';
import type { Try } from './throttle';

/** Ten accounts double the tries of their network: an office, a school or a mobile network has one address. */
const accountsOfFactor = 10;
const mostAccounts = 1000;

/** A try from this address, which counts for each of its networks. */
export function listAddressTries(limit: LimitName, ip: string): Try[] {
  return listAddressNetworks(ip).map(({ name, factor }) => [limit, name, factor]);
}

/**
 * The same, where a network has more tries the more accounts have signed in well from it in the last 30 days.
 * Concurrent calls share their queries.
 */
export function createScaledAddressTries(database: Executor): (limit: LimitName, ip: string) => Promise<Try[]> {
  const countAccounts = shareReads(database, (names) => countAccountsOfNetworks(database, names), ['address_accounts']);
  return (limit, ip) =>
    Promise.all(
      listAddressNetworks(ip).map(async ({ name, factor }): Promise<Try> => {
        const accounts = Math.min((await countAccounts(name)) ?? 0, mostAccounts);
        return [limit, name, factor * (1 + accounts / accountsOfFactor)];
      }),
    );
}
