import type { CheckPackage } from '@portico/check/isolated';
import { getModuleKey, modulePrefix, type SharedPackages } from '@portico/contract';
import type { RegistryServices } from '../create-registry';
import { findStoredLiveVersion, getPageEntry, type VersionLocation } from '../live-map/live-module';
import { findCandidate, walkImports } from '../live-map/shared-packages';
import { listVersionFiles } from '../versions/version-repository';
import { locateFiles } from './server-check';

type Registry = Pick<RegistryServices, 'database'> & {
  readonly registry: Pick<RegistryServices['registry'], 'files'> & {
    readonly importMap: Pick<RegistryServices['registry']['importMap'], 'listModules'>;
  };
};
type Version = VersionLocation & { readonly module: string; readonly version: string };

/**
 * Finds what a version imports by name, and what that imports, in the versions that pages would load now: each copy
 * once.
 * @returns `undefined` if the portal does not have all of it: a module of the build's import map is not in the database
 */
export async function findCheckPackages(
  services: Registry,
  shared: SharedPackages,
): Promise<readonly CheckPackage[] | undefined> {
  if (Object.keys(shared).length === 0) return [];
  const modules = new Map((await services.registry.importMap.listModules()).map((live) => [live.module, live]));
  const find = (name: string, range: string): Version | undefined => {
    const module = name.startsWith(modulePrefix) ? getModuleKey(name) : name;
    const live = modules.get(module);
    const version = live && (module === name ? findCandidate(live, range) : findStoredLiveVersion(live));
    return version && { module, ...version };
  };
  const found = walkImports(shared, find);
  if (found === undefined) return undefined;
  const copies = new Map(found.map(({ name, version }) => [`${name} ${version.address}`, { name, version }]));
  return Promise.all([...copies.values()].map(({ name, version }) => describePackage(services, name, version)));
}

async function describePackage(
  { database, registry }: Registry,
  name: string,
  version: Version,
): Promise<CheckPackage> {
  const { styles: _, ...details } = getPageEntry(version.entry);
  const files = await listVersionFiles(database, version.module, version.version);
  const { folder: _folder, ...located } = locateFiles(version, files, (digest) => registry.files.get(digest));
  return { name, details, policy: version.policy ?? {}, ...located };
}
