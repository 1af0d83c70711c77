import type { CheckPackage, CheckSource, VersionFiles } from '@portico/check/isolated';
import {
  type CheckedBy,
  getModuleKey,
  isPackageName,
  moduleFileNameSchema,
  modulePrefix,
  type SharedPackages,
} from '@portico/contract';
import * as v from 'valibot';
import type { RegistryServices } from '../create-registry';
import { findStoredLiveVersion, getPageEntry, type VersionLocation } from '../live-map/live-module';
import { findCandidate, walkImports } from '../live-map/shared-packages';
import { getModuleFolder } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import { isCheckedByServer, listVersionFiles } from '../versions/version-repository';

type Registry = Pick<RegistryServices, 'database'> & {
  readonly registry: Pick<RegistryServices['registry'], 'files'> & {
    readonly importMap: Pick<RegistryServices['registry']['importMap'], 'listModules'>;
  };
};

/** A version that is stored, or is about to be. */
interface NamedVersion extends VersionLocation {
  readonly module: string;
  readonly version: string;
}

/**
 * Checks a version in the server's Chromium, if it has one. Skips a version that it has checked before.
 * @param otherwise who has checked it, if the server does not
 * @throws ApiError 400 `check-failed`; BusyError
 */
export async function checkVersion(
  services: RegistryServices,
  version: PreparedVersion,
  otherwise: CheckedBy,
): Promise<CheckedBy> {
  const { database, registry } = services;
  const { entry, files, manifest, module, policy } = version;
  // A package is not mounted.
  if (isPackageName(module)) return otherwise;
  const packages = await findCheckPackages(services, entry.shared ?? {});
  if (packages === undefined) return otherwise;
  if (await isCheckedByServer(database, version)) return 'server';
  const { folder, ...located } = locateFiles(services, version, files);
  const name = manifest ?? located.entry;
  const source: CheckSource = {
    ...located,
    module,
    // The check serves files by their names alone.
    entry: v.is(moduleFileNameSchema, name) ? name : '',
    policy,
    styles: (entry.styles ?? []).map((style) => style.slice(folder.length)),
    packages,
  };
  return (await registry.serverCheck.check(source)) ? 'server' : otherwise;
}

/**
 * Finds the packages and modules that a version imports, and those that these import, in the versions that pages would
 * load now: each copy once.
 * @returns `undefined` if one is not in the database, such as a module of the build's import map
 */
export async function findCheckPackages(
  services: Registry,
  shared: SharedPackages,
): Promise<readonly CheckPackage[] | undefined> {
  if (Object.keys(shared).length === 0) return [];
  const modules = new Map((await services.registry.importMap.listModules()).map((live) => [live.module, live]));
  const find = (name: string, range: string): NamedVersion | undefined => {
    const module = name.startsWith(modulePrefix) ? getModuleKey(name) : name;
    const live = modules.get(module);
    const version = live && (module === name ? findCandidate(live, range) : findStoredLiveVersion(live));
    return version && { module, ...version };
  };
  const found = walkImports(shared, find);
  if (found === undefined) return undefined;
  const copies = new Map(found.map(({ name, version }) => [`${name} ${version.address}`, { name, version }]));
  return Promise.all(
    [...copies.values()].map(async ({ name, version }) => {
      const { styles: _, ...details } = getPageEntry(version.entry);
      const files = await listVersionFiles(services.database, version.module, version.version);
      const { folder: _folder, ...located } = locateFiles(services, version, files);
      return { name, details, policy: version.policy ?? {}, ...located };
    }),
  );
}

/**
 * Finds the files of a version: in a folder of the portal, or on the team's host.
 * @param files those that the portal has
 */
function locateFiles(
  { registry }: Registry,
  { address, integrity, module, version }: NamedVersion,
  files: PreparedVersion['files'],
): VersionFiles & { readonly folder: string } {
  const own = `/modules/${getModuleFolder(module)}/${version}/`;
  const isOwn = address.startsWith(own);
  const folder = isOwn ? own : new URL('.', address).href;
  return {
    folder,
    entry: address.slice(folder.length),
    files: files.map(({ name, digest }) => ({ name, read: () => registry.files.get(digest) })),
    ...(!isOwn && { mirror: { address: folder, integrity } }),
  };
}
