import {
  type Audience,
  type CheckedBy,
  getModuleKey,
  type ImportMap,
  isPackageName,
  type ModuleStatus,
  modulePrefix,
  type Rollback,
} from '@portico/contract';
import { valid } from 'semver';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { type Author, changeLiveMap, type MapTransaction } from '../live-map/change-live-map';
import { refuseImport, requireCandidate } from '../live-map/shared-packages';
import { promote, publish, publishTo, release, remove, rollBack, withdraw } from '../live-map/transitions';
import { type Publisher, requireInForce, requireModule } from '../team-tokens/publisher';
import { carriesVersion } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import {
  createUnknownError,
  requireServable,
  setQuarantined,
  storeVersion,
  versionExists,
  wasPublished,
} from '../versions/version-repository';
import { claimAddresses } from './claim-addresses';

/** A version to publish. */
export interface VersionPublication {
  readonly prepared: PreparedVersion;
  readonly checkedBy: CheckedBy;
  /** Everybody, if absent. */
  readonly audience?: Audience | undefined;
  /** The version that has to be live, for optimistic locking. */
  readonly from?: string | undefined;
  readonly reason: string;
}

/**
 * Stores the versions and publishes them: all in one change, or none. The history gets an entry for each version that
 * was not live yet.
 * @throws ApiError 409 when a version or an address exists with other content or for another module, or `from` is not
 * live; 403 for a module of another team
 */
export async function publishVersions(
  services: RegistryServices,
  publisher: Publisher,
  publications: readonly VersionPublication[],
): Promise<ModuleStatus[]> {
  for (const { prepared } of publications) {
    requireModule(publisher, prepared.module);
    requirePackageForm(prepared);
  }
  return changeLiveMap(services, async (transaction) => {
    for (const publication of publications) await publishVersion(transaction, publisher, publication);
    const statuses: ModuleStatus[] = [];
    for (const { prepared } of publications) statuses.push(await transaction.getStatus(prepared.module));
    return statuses;
  });
}

/**
 * Requires of a package what modules of all forms can import: an ES module, whose version can be compared.
 * @throws ApiError 400
 */
export function requirePackageForm({ entry, module, version }: PreparedVersion): void {
  if (!isPackageName(module) || (entry.form === 'es-module' && valid(version) === version)) return;
  throw new ApiError(400, 'package-malformed', { values: { name: module } });
}

/**
 * Requires that pages can load the packages and modules that a version imports.
 * @throws ApiError 409 when no version in the range is live
 */
async function requirePackages({ getModule, getStatus }: MapTransaction, { entry }: PreparedVersion): Promise<void> {
  for (const [name, range] of Object.entries(entry.shared ?? {})) {
    if (!name.startsWith(modulePrefix)) requireCandidate(name, range, await getModule(name));
    else if ((await getStatus(getModuleKey(name))).address === null) refuseImport(name, range);
  }
}

/**
 * Stores a version without making it live.
 * @throws ApiError as `publishVersions`
 */
export async function storePublication(
  transaction: MapTransaction,
  by: Publisher,
  { checkedBy, prepared }: Pick<VersionPublication, 'checkedBy' | 'prepared'>,
): Promise<void> {
  // Files were fetched and checked since it was found, which takes up to minutes.
  await requireInForce(transaction.tx, by);
  await requirePackages(transaction, prepared);
  const isKnown = await versionExists(transaction.tx, prepared.module, prepared.version);
  await storeVersion(transaction.tx, prepared, checkedBy, transaction.at);
  // Addresses of uploaded files contain the version.
  if (prepared.files.length > 0) return;
  await claimAddresses(transaction, by, prepared);
  if (!isKnown && !isOfBuild(transaction.base, prepared)) requireVersionedAddress(prepared.address);
}

/** Whether the import map of the build has the module at this address. */
function isOfBuild({ imports }: ImportMap, { address, module }: PreparedVersion): boolean {
  const known = imports[modulePrefix + module];
  return known !== undefined && URL.canParse(known) && new URL(known).href === address;
}

/**
 * Versions from before this rule may be published again.
 * @throws ApiError 400
 */
function requireVersionedAddress(address: string): void {
  if (!carriesVersion(address)) throw new ApiError(400, 'address-unversioned', { values: { address } });
}

async function publishVersion(
  transaction: MapTransaction,
  by: Publisher,
  { audience, checkedBy, from, prepared, reason }: VersionPublication,
): Promise<void> {
  const { module, version } = prepared;
  await storePublication(transaction, by, { checkedBy, prepared });
  const state = await transaction.getState(module);
  const transition = audience
    ? publishTo(state, version, audience, transaction.at)
    : publish(state, version, transaction.at);
  if (transition === undefined) return;
  // After the check for a change, so that a publication can be repeated when its response was lost.
  if (from !== undefined && state.version !== from) {
    throw new ApiError(409, 'version-not-live', { values: { version: from, live: state.version ?? '–' } });
  }
  await transaction.record(module, transition, { by, reason });
}

/**
 * Removes a module from the map. Does nothing if it is not there.
 * @throws ApiError 403 for a module of another team
 */
export async function removeModule(
  services: RegistryServices,
  publisher: Publisher,
  module: string,
  reason: string,
): Promise<ModuleStatus> {
  requireModule(publisher, module);
  return changeLiveMap(services, async (transaction) => {
    const { address, canary } = await transaction.getStatus(module);
    const transition = remove(await transaction.getState(module), transaction.at);
    const isThere = address !== null || canary !== null;
    if (isThere && transition) await transaction.record(module, transition, { by: publisher, reason });
    return transaction.getStatus(module);
  });
}

/**
 * Publishes the canary for all users (`promote`) or ends it (`withdraw`).
 * @throws ApiError 409 without a canary
 */
export async function endCanary(
  services: RegistryServices,
  by: Publisher,
  module: string,
  decision: 'promote' | 'withdraw',
  reason: string,
): Promise<ModuleStatus> {
  return changeLiveMap(services, async (transaction) => {
    const state = await transaction.getState(module);
    const transition = decision === 'promote' ? promote(state, transaction.at) : withdraw(state);
    if (transition === undefined) throw new ApiError(409, 'no-canary');
    await transaction.record(module, transition, { by, reason });
    return transaction.getStatus(module);
  });
}

/**
 * Rolls a module back to the version before, or to the given one. Does nothing if that one is live.
 * @throws ApiError 404 for a version that was never published, 409 when there is nothing before or it is in quarantine
 */
export async function rollBackModule(
  services: RegistryServices,
  by: Publisher,
  module: string,
  { reason, version }: Rollback,
): Promise<ModuleStatus> {
  return changeLiveMap(services, async (transaction) => {
    if (version !== undefined) {
      await requireServable(transaction.tx, module, version);
      if (!(await wasPublished(transaction.tx, module, version))) throw createUnknownError(version);
    }
    const transition = rollBack(await transaction.getState(module), transaction.at, version);
    if (transition) await transaction.record(module, transition, { by, reason });
    else if (version === undefined) throw new ApiError(409, 'nothing-before');
    return transaction.getStatus(module);
  });
}

/**
 * Puts a version into quarantine, for good: neither the map nor its files have it any more, and it cannot be published
 * again. If it was live, the version before is, or the module is removed.
 * @throws ApiError 404 for a version that was never published
 */
export async function quarantineVersion(
  services: RegistryServices,
  by: Author,
  module: string,
  { reason, version }: { readonly reason: string; readonly version: string },
): Promise<ModuleStatus> {
  return changeLiveMap(services, async (transaction) => {
    const { at, tx } = transaction;
    if (await setQuarantined(tx, module, version, at)) {
      const transition = release(await transaction.getState(module), new Set([version]), at, 'quarantine');
      await transaction.record(module, { ...transition, from: version }, { by, reason });
    } else if (!(await versionExists(tx, module, version))) {
      throw createUnknownError(version);
    }
    return transaction.getStatus(module);
  });
}
