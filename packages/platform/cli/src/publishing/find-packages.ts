import { type SharedAddresses, sharedAddressesSchema } from '@portico/contract';
import type { BuiltModule } from '../module/built-module';
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
  const { entries, imports } = await api.create('shared', { shared }, sharedAddressesSchema);
  const resolve = (address: string) => resolveAddress(address, api.address);
  return {
    imports: Object.fromEntries(Object.entries(imports).map(([name, address]) => [name, resolve(address)])),
    entries: Object.fromEntries(Object.entries(entries).map(([address, entry]) => [resolve(address), entry])),
  };
}
