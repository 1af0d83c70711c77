import { type SharedAddresses, sharedAddressesSchema } from '@portico/contract';
import type { BuiltModule } from '../module/built-module';
import type { ServerApi } from '../server/server-api';
import { resolveAddress } from './format-status';

/**
 * Finds where the packages are that a module imports by name, as absolute addresses by name.
 * @throws CommandError when no live version is in the range that the module declares
 */
export async function findPackages(
  api: ServerApi,
  { shared }: Pick<BuiltModule, 'shared'>,
): Promise<SharedAddresses['imports']> {
  if (shared === undefined) return {};
  const { imports } = await api.create('shared', { shared }, sharedAddressesSchema);
  return Object.fromEntries(
    Object.entries(imports).map(([name, address]) => [name, resolveAddress(address, api.address)]),
  );
}
