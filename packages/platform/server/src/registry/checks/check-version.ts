import type { CheckPackage, VersionFiles } from '@portico/check/isolated';
import { allowNeeds, isPackageName, type PolicyNeeds } from '@portico/contract';
import { type CheckedBy, moduleFileNameSchema, type SharedPackages } from '@portico/contract/publishing';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import type { RegistryServices } from '../create-registry';
import type { ModuleFileStore } from '../files/file-store';
import { getPageEntry, isStored, type StoredVersion } from '../live-map/live-module';
import type { ResolvedModules } from '../live-map/resolve-module';
import { findImport, walkImports } from '../live-map/shared-packages';
import type { Publisher } from '../team-tokens/publisher';
import { getVersionFolder } from '../versions/addresses';
import type { CheckedVersion, PreparedVersion } from '../versions/prepared-version';
import { findVersion, listVersionFiles } from '../versions/version-repository';

/**
 * Checks a version in the server's Chromium, if it has one. Skips a version that it has checked before.
 * @param otherwise who has checked it, if the server does not
 * @throws ApiError 400 `check-failed`; BusyError
 */
export async function checkVersion(
  { database, registry }: RegistryServices,
  { caller }: Publisher,
  version: PreparedVersion,
  otherwise: CheckedBy,
): Promise<CheckedVersion> {
  const policy = await findCheckedPolicy();
  return policy ? { ...version, policy, checkedBy: 'server' } : { ...version, checkedBy: otherwise };

  /** Returns its needs with those that the check found; `undefined` if the server does not check it. */
  async function findCheckedPolicy(): Promise<PolicyNeeds | undefined> {
    const { entry, files, fingerprint, manifest, module, policy } = version;
    // A package is not mounted.
    if (registry.serverCheck === undefined || isPackageName(module)) return undefined;
    const modules = await registry.importMap.getModules();
    const packages = await findCheckPackages(database, registry, modules, entry.shared ?? {});
    if (packages === undefined) return undefined;
    const stored = await findVersion(database, module, version.version);
    if (stored?.checkedBy === 'server' && stored.fingerprint === fingerprint) return stored.policy;
    const { folder, ...located } = locateFiles(registry.files, version, files);
    const name = manifest ?? located.entry;
    const source = {
      ...located,
      module,
      // The check serves files by their names alone.
      entry: v.is(moduleFileNameSchema, name) ? name : '',
      declarations: entry.declarations ?? {},
      policy,
      allowed: allowNeeds(module, policy, registry.modulePolicy),
      styles: getNames(entry.styles ?? [], folder),
      packages,
    };
    const checked = await registry.serverCheck(source, caller);
    return checked && { ...policy, ...(checked.hasStyleAttributes && { styleAttributes: true }) };
  }
}

/**
 * Finds the packages and modules that a version imports, and those that these import, in the versions that pages would
 * load now: each copy once, with the needs that the operator allows.
 * @returns `undefined` if one is not in the database, such as a module of the build's import map
 */
export async function findCheckPackages(
  executor: Executor,
  { files: store, modulePolicy }: Pick<RegistryServices['registry'], 'files' | 'modulePolicy'>,
  modules: ResolvedModules,
  shared: SharedPackages,
): Promise<readonly CheckPackage[] | undefined> {
  const found = walkImports(shared, (name, range) => {
    const version = findImport(modules, name, range);
    return isStored(version) ? version : undefined;
  });
  if (found === undefined) return undefined;
  const copies = new Map(found.map(({ name, version }) => [`${name} ${version.address}`, { name, version }]));
  return Promise.all(
    [...copies.values()].map(async ({ name, version }) => {
      const files = await listVersionFiles(executor, version.module, version.version);
      const { folder, ...located } = locateFiles(store, version, files);
      const entry = getPageEntry(version.entry);
      const details = { ...entry, ...(entry.styles && { styles: getNames(entry.styles, folder) }) };
      const policy = allowNeeds(version.module, version.policy ?? {}, modulePolicy);
      return { name, details, policy, ...located };
    }),
  );
}

/** The check serves style sheets below its own address. */
function getNames(addresses: readonly string[], folder: string): string[] {
  return addresses.map((address) => address.slice(folder.length));
}

/** Finds the files of a version: those that the portal has, or the folder on the team's host. */
function locateFiles(
  store: ModuleFileStore,
  { address, integrity, module, version }: StoredVersion,
  files: PreparedVersion['files'],
): VersionFiles & { readonly folder: string } {
  const own = getVersionFolder(module, version);
  const isOwn = address.startsWith(own);
  const folder = isOwn ? own : new URL('.', address).href;
  return {
    folder,
    entry: address.slice(folder.length),
    files: files.map(({ name, digest }) => ({ name, read: () => store.get(digest) })),
    ...(!isOwn && { mirror: { address: folder, integrity } }),
  };
}
