import { modulePrefix, type SharedPackages } from '@portico/contract';
import { type LiveModule, listLiveModules, type VersionLocation } from '../live-map/live-module';
import { findCandidate } from '../live-map/shared-packages';
import { getPageEntry } from '../live-map/stored-entry';
import type { RegistryServices } from '../services';
import { getModuleFolder } from '../versions/module-folder';
import { listVersionFiles } from '../versions/version-repository';
import type { CheckPackage } from './server-check';

type Registry = Pick<RegistryServices, 'database'> & {
  readonly registry: Pick<RegistryServices['registry'], 'files'>;
};
type Version = VersionLocation & { readonly version: string };

/**
 * Finds what a version imports by name, and what that imports, in the versions that pages would load now.
 * @returns `undefined` if the portal does not have all of it: a module of the build's import map is not in the database
 */
export async function findCheckPackages(
  services: Registry,
  shared: SharedPackages,
): Promise<readonly CheckPackage[] | undefined> {
  const found = new Map<string, CheckPackage>();
  const waiting = Object.entries(shared);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, range] = next;
    if (found.has(name)) continue;
    const module = name.startsWith(modulePrefix) ? name.slice(modulePrefix.length) : name;
    const [live] = await listLiveModules(services.database, [module]);
    const version = live && (module === name ? findCandidate(live, range) : findLiveVersion(live));
    if (version === undefined) return undefined;
    found.set(name, await describePackage(services, name, module, version));
    waiting.push(...Object.entries(version.entry.shared ?? {}));
  }
  return [...found.values()];
}

function findLiveVersion({ state, versions }: LiveModule): Version | undefined {
  const location = state.version === null || state.isRemoved ? undefined : versions.get(state.version);
  return location && state.version !== null ? { version: state.version, ...location } : undefined;
}

async function describePackage(
  { database, registry }: Registry,
  name: string,
  module: string,
  { address, entry, integrity, version }: Version,
): Promise<CheckPackage> {
  const { styles: _, ...details } = getPageEntry(entry);
  const own = `/modules/${getModuleFolder(module)}/${version}/`;
  if (address.startsWith(own)) {
    const files = await listVersionFiles(database, module, version);
    return {
      name,
      details,
      entry: address.slice(own.length),
      files: files.map((file) => ({ name: file.name, read: () => registry.files.get(file.digest) })),
    };
  }
  const folder = new URL('.', address).href;
  return { name, details, entry: address.slice(folder.length), files: [], mirror: { address: folder, integrity } };
}
