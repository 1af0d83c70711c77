import { ApiError } from '../../http/api-error';
import type { ChangeNote, MapTransaction } from '../live-map/change-live-map';
import { release } from '../live-map/transitions';
import type { Publisher } from '../team-tokens/publisher';
import { findFolderOwner, listKnownKeys } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import {
  type AddressHolder,
  deleteHostedVersion,
  listAddressHolders,
  requireUnchangedAddresses,
} from '../versions/version-repository';

/**
 * Requires that the publisher may use the addresses of a version that a team hosts. The folder of a module's key
 * belongs to that module: other teams cannot publish there, and versions that they published there earlier are deleted.
 * @throws ApiError 409 for an address of another module or of the build, or one that had other content
 */
export async function claimAddresses(
  transaction: MapTransaction,
  publisher: Publisher,
  prepared: PreparedVersion,
): Promise<void> {
  const { base, tx } = transaction;
  const { integrity, module } = prepared;
  const keys = await listKnownKeys(tx, base);
  const owners = Object.keys(integrity).map((address) => ({ address, owner: findFolderOwner(address, keys) }));
  const foreign = owners.find(({ owner }) => owner !== undefined && owner !== module && !publisher.mayChange(owner));
  if (foreign) throw new ApiError(409, 'address-foreign', { values: { address: foreign.address } });
  const own = owners.filter(({ owner }) => owner === module).map(({ address }) => address);
  const holders = own.length > 0 ? await listAddressHolders(tx, own) : [];
  // A team of both modules gets the error of `requireUnchangedAddresses`: it can resolve the conflict itself.
  const ofOthers = holders.filter((holder) => holder.module !== module && !publisher.mayChange(holder.module));
  const reason = `The addresses of ${module} ${prepared.version} are in its own folder.`;
  await releaseVersions(transaction, ofOthers, { by: publisher, reason });
  await requireUnchangedAddresses(tx, prepared, base);
}

/** Deletes versions, so that other modules can use their addresses. Returns their modules. */
export async function releaseVersions(
  transaction: MapTransaction,
  holders: readonly AddressHolder[],
  note: ChangeNote,
): Promise<string[]> {
  const modules = [...new Set(holders.map(({ module }) => module))];
  for (const module of modules) {
    const held = holders.filter((holder) => holder.module === module);
    const versions = new Set(held.map(({ version }) => version));
    const transition = release((await transaction.getModule(module)).state, versions, transaction.at);
    for (const holder of held) await deleteHostedVersion(transaction.tx, holder);
    await transaction.record(module, transition, note);
  }
  return modules;
}
