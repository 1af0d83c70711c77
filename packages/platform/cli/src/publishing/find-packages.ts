import type { BuiltModule } from '@portico/check';
import { type SharedAddresses, sharedAddressesSchema } from '@portico/contract';
import type { ServerApi } from '../server/server-api';
import { resolveAddress } from './format-status';

/**
 * Finds where the packages and modules are that a module imports by name, by absolute addresses.
 * @throws CommandError when no live version is in the range that the module declares
 */
export async function findPackages(
  api: ServerApi,
  { shared }: Pick<BuiltModule, 'shared'>,
): Promise<Omit<SharedAddresses, 'integrity'>> {
  if (shared === undefined) return { imports: {}, entries: {} };
  const {
    entries,
    imports,
    policies = {},
    scopes = {},
  } = await api.create('shared', { shared }, sharedAddressesSchema);
  const resolve = (address: string) => resolveAddress(address, api.address);
  const resolveAll = (addresses: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, resolve(address)]));
  return {
    imports: resolveAll(imports),
    entries: Object.fromEntries(Object.entries(entries).map(([address, entry]) => [resolve(address), entry])),
    scopes: Object.fromEntries(Object.entries(scopes).map(([folder, names]) => [resolve(folder), resolveAll(names)])),
    policies,
  };
}
