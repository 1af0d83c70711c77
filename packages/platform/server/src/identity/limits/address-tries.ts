import type { Executor } from '../../database/database';
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

/** The same, where a network has more tries the more accounts have signed in well from it in the last 30 days. */
export async function listGrownAddressTries(executor: Executor, limit: LimitName, ip: string): Promise<Try[]> {
  const networks = listAddressNetworks(ip);
  const accounts = await countAccountsOfNetworks(
    executor,
    networks.map(({ name }) => name),
  );
  return networks.map(({ name, factor }) => {
    const known = Math.min(accounts.get(name) ?? 0, mostAccounts);
    return [limit, name, factor * (1 + known / accountsOfFactor)];
  });
}
