import {
  decodeUnreserved,
  getImportName,
  getPublishedName,
  type ImportMap,
  isPackageName,
  modulePrefix,
} from '@portico/contract';
import type { ModuleStatus } from '@portico/contract/publishing';
import { valid } from 'semver';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import {
  type ChangeNote,
  changeLiveMap,
  changeModule,
  describeModules,
  type MapTransaction,
} from '../live-map/change-live-map';
import type { ResolvedModule } from '../live-map/resolve-module';
import { requireImport } from '../live-map/shared-packages';
import { type Publisher, requireModule } from '../team-tokens/publisher';
import { carriesVersion } from '../versions/addresses';
import type { CheckedVersion, PreparedVersion } from '../versions/prepared-version';
import { requireServable, storeVersion } from '../versions/version-repository';
import { claimAddresses } from './claim-addresses';
import { requireFreeRoutes } from './require-free-routes';
import { type RolloutTarget, requireTenants, startRollout } from './start-rollout';

export interface VersionPublication extends RolloutTarget {
  readonly checked: CheckedVersion;
  /** The version that has to be live, for optimistic locking. */
  readonly from?: string | undefined;
  readonly reason: string;
}

/**
 * Stores and publishes the versions in one transaction. The history gets an entry for each version that was not live
 * yet.
 * @throws ApiError 409 when a version or an address exists with other content or for another module, or `from` is not
 * live; 403 for a module of another team
 */
export async function publishVersions(
  services: RegistryServices,
  publisher: Publisher,
  publications: readonly VersionPublication[],
): Promise<ModuleStatus[]> {
  for (const { checked } of publications) requireModule(publisher, checked.module);
  const modules = await changeLiveMap(services, async (transaction) => {
    const published: ResolvedModule[] = [];
    for (const publication of publications) published.push(await publishVersion(transaction, publisher, publication));
    return published;
  });
  return describeModules(services, modules);
}

type NamedVersion = Pick<PreparedVersion, 'entry' | 'module' | 'version'>;

/** Requires that a package is an ES module or a System module, with a semantic version; throws ApiError 400. */
function requirePackageForm({ entry, module, version }: NamedVersion): void {
  const isImportable = entry.isSystem || entry.form === 'es-module';
  if (!isPackageName(module) || (isImportable && valid(version) === version)) return;
  throw new ApiError(400, 'package-malformed', { values: { name: module } });
}

/** Requires that pages can load what a version imports; throws ApiError 409 when no version in the range is live. */
async function requirePackages({ getModule }: MapTransaction, { entry }: NamedVersion): Promise<void> {
  for (const [name, range] of Object.entries(entry.shared ?? {})) {
    const module = getPublishedName(name);
    const found = requireImport(new Map([[module, await getModule(module)]]), name, range);
    if (found.entry.isSystem && entry.form === 'es-module') {
      throw new ApiError(409, 'package-system', { values: { name } });
    }
  }
}

/**
 * Requires that a package takes no name of the shell or of the operator's own map, and stays an ES module once it is one,
 * because ES modules may import it; throws ApiError 409.
 */
async function requireOwnPackage({ base, getModule }: MapTransaction, { entry, module }: NamedVersion) {
  if (!isPackageName(module)) return;
  const name = getImportName(module);
  const owned = Object.keys(base.imports).find((one) => one === name || (one.endsWith('/') && name.startsWith(one)));
  if (owned !== undefined) throw new ApiError(409, 'name-of-portal', { values: { name } });
  const { live } = await getModule(module);
  if (entry.isSystem && live?.entry.form === 'es-module') {
    throw new ApiError(409, 'package-was-es-module', { values: { name } });
  }
}

/** Requires that the publisher may publish, and that pages can use the version beside the others; throws ApiError. */
async function requirePublishable(transaction: MapTransaction, by: Publisher, version: NamedVersion): Promise<void> {
  // The token may have been revoked while the files were fetched and checked, which takes minutes.
  await by.requireInForce(transaction.tx);
  requirePackageForm(version);
  await requireOwnPackage(transaction, version);
  await requirePackages(transaction, version);
  await requireFreeRoutes(transaction, version);
}

/** A stored version, its users, and why it is published. */
interface StoredPublication extends RolloutTarget, Omit<ChangeNote, 'by'> {
  readonly module: string;
  readonly version: string;
}

/**
 * Publishes a stored version.
 * @throws ApiError 404 for an unknown version, 409 for one in quarantine, or that pages cannot use now; else as
 * `startRollout`
 */
export async function publishStored(
  services: RegistryServices,
  publisher: Publisher,
  { audience, module, rollout, version, ...note }: StoredPublication,
): Promise<ModuleStatus> {
  await requireTenants(services.database, audience);
  return changeModule(services, module, { by: publisher, ...note }, async (resolved, transaction) => {
    const stored = await requireServable(transaction.tx, module, version);
    await requirePublishable(transaction, publisher, stored);
    return startRollout(resolved, version, { audience, rollout }, transaction.at);
  });
}

/** Stores a version without making it live; throws as `publishVersions`. */
export async function storePublication(
  transaction: MapTransaction,
  by: Publisher,
  version: CheckedVersion,
): Promise<void> {
  await requirePublishable(transaction, by, version);
  const isKnown = await storeVersion(transaction.tx, version, transaction.at);
  // The address of an uploaded file contains the version, so no other module uses it.
  if (version.files.length > 0) return;
  await claimAddresses(transaction, by, version);
  const { address } = version;
  // Versions of earlier releases may have such addresses.
  if (isKnown || isOfBuild(transaction.base, version) || carriesVersion(address)) return;
  throw new ApiError(400, 'address-unversioned', { values: { address } });
}

/** Returns whether the import map of the build has the module at this address. */
function isOfBuild({ imports }: ImportMap, { address, module }: PreparedVersion): boolean {
  const known = imports[modulePrefix + module];
  return known !== undefined && URL.canParse(known) && decodeUnreserved(new URL(known).href) === address;
}

async function publishVersion(
  transaction: MapTransaction,
  by: Publisher,
  { checked, from, reason, ...target }: VersionPublication,
): Promise<ResolvedModule> {
  const { at, getModule, record } = transaction;
  const { module, version } = checked;
  await storePublication(transaction, by, checked);
  const resolved = await getModule(module);
  const { state } = resolved;
  const transition = startRollout(resolved, version, target, at);
  // A client that lost the response may repeat the publication: no change, so no check of `from`.
  if (transition && from !== undefined && state.version !== from) {
    throw new ApiError(409, 'version-not-live', { values: { version: from, live: state.version ?? '–' } });
  }
  if (transition) await record(module, transition, { by, reason });
  return getModule(module);
}
