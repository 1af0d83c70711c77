import { decodeUnreserved, type ImportMap, modulePrefix } from '@portico/contract';
import { ApiError } from '../../http/api-error';
import type { ChangeNote, MapTransaction } from '../live-map/change-live-map';
import { getFolder, listFolders } from '../live-map/import-map-parts';
import { listScopes } from '../live-map/shared-packages';
import { release } from '../live-map/transitions';
import { mayChange, type Publisher } from '../team-tokens/publisher';
import { findFolderOwner, listKnownKeys } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import {
  type AddressHolder,
  deleteHostedVersion,
  listAddressHolders,
  listNeighbours,
  requireUnchangedAddresses,
} from '../versions/version-repository';

/**
 * Requires that the publisher may use the addresses of a version that a team hosts. The folder of a module's key
 * belongs to that module: other teams cannot publish there, and versions that they published there earlier are deleted.
 * In any other folder, the first module excludes those of other teams.
 * @throws ApiError 409 for an address or a folder of another module or of the build, or an address that had other content
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
  const foreign = owners.find(({ owner }) => owner !== undefined && owner !== module && !mayChange(publisher, owner));
  if (foreign) throw new ApiError(409, 'address-foreign', { values: { address: foreign.address } });
  const own = owners.filter(({ owner }) => owner === module).map(({ address }) => address);
  const holders = own.length > 0 ? await listAddressHolders(tx, own) : [];
  // A team of both modules gets the error of `requireUnchangedAddresses`: it can resolve the conflict itself.
  const isOther = (holder: AddressHolder) => holder.module !== module && !mayChange(publisher, holder.module);
  const folders = listUsedFolders(prepared, own);
  const neighbours = (await listNeighbours(tx, prepared, folders)).filter(isOther);
  const ofOthers = [...holders.filter(isOther), ...(folders.length === 0 ? neighbours : [])];
  const reason = `The addresses of ${module} ${prepared.version} are in its own folder.`;
  await releaseVersions(transaction, ofOthers, { by: publisher, reason });
  await requireUnchangedAddresses(tx, prepared, base);
  if (folders.length > 0 && (neighbours.length > 0 || isFolderOfBuild(folders, prepared, base))) {
    throw new ApiError(409, 'address-foreign', { values: { address: getFolder(prepared.address) } });
  }
}

/**
 * Lists the folders of the files that are not in the own folder of the module and, if the version imports packages and so
 * has scopes, those above its scripts.
 */
function listUsedFolders(version: PreparedVersion, own: readonly string[]): string[] {
  const isFree = (address: string) => !own.includes(address);
  const scopes = version.entry.shared ? listScopes(version).filter(isFree) : [];
  const files = Object.keys(version.integrity).filter(isFree);
  return [...new Set([...files.map(getFolder), ...scopes.flatMap(listFolders)])];
}

/** Whether the build has another name in one of these folders. */
function isFolderOfBuild(folders: readonly string[], { address, module }: PreparedVersion, { imports }: ImportMap) {
  return Object.entries(imports).some(([name, known]) => {
    const isOther = name !== modulePrefix + module && URL.canParse(known, address);
    return isOther && folders.includes(getFolder(decodeUnreserved(new URL(known, address).href)));
  });
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
