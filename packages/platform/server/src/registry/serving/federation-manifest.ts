import { isPackageName } from '@portico/contract';
import { isStored, type StoredVersion } from '../live-map/live-module';
import type { ResolvedModules } from '../live-map/resolve-module';
import { getVersionFolder } from '../versions/addresses';
import { isScript, manifestName } from '../versions/prepared-version';

interface Assets {
  readonly js: { readonly sync: readonly string[]; readonly async: readonly string[] };
  readonly css: { readonly sync: readonly string[]; readonly async: readonly string[] };
}

const noAssets: Assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
const noTypes = { path: '', name: '', zip: '', api: '' };

/** Returns the path of the manifest of a version. */
function getManifestPath({ module, version }: Pick<StoredVersion, 'module' | 'version'>): string {
  return getVersionFolder(module, version) + manifestName;
}

/**
 * Creates the manifest of a federation for a version without one, from its publication. A module that is not a
 * container exposes nothing. Source: https://module-federation.io/configure/manifest
 */
export function createFederationManifest(source: StoredVersion) {
  const { address, entry, module, version } = source;
  const { folder, publicPath } = findFolder(source);
  const name = address.slice(folder.length);
  const type = entry.container?.type ?? (entry.form === 'es-module' ? 'module' : entry.global ? 'var' : 'system');
  const isContainer = entry.container !== undefined || entry.expose !== undefined;
  const path = entry.expose ?? entry.container?.expose ?? './app';
  const exposed = path.replace(/^\.\//, '');
  return {
    id: module,
    name: module,
    metaData: {
      name: module,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: module },
      remoteEntry: { name, path: '', type },
      types: noTypes,
      // The key of a module may contain characters that a variable may not.
      globalName: entry.global ?? module.replace(/[^\w$]/g, '_'),
      publicPath,
    },
    shared: Object.entries(entry.shared ?? {}).map(([name, requiredVersion]) => ({
      id: `${module}:${name}`,
      name,
      version: '',
      singleton: true,
      requiredVersion,
      hash: '',
      assets: noAssets,
    })),
    remotes: [],
    exposes: isContainer
      ? [{ id: `${module}:${exposed}`, name: exposed, path, assets: listAssets(source, folder) }]
      : [],
  };
}

/** Finds the folder of a version: on the portal, or the deepest one on the team's host with all files. */
function findFolder(source: StoredVersion): { readonly folder: string; readonly publicPath: string } {
  const { address, entry, integrity, preloads } = source;
  const own = getVersionFolder(source.module, source.version);
  // The files are beside the manifest, on each host of the portal.
  if (address.startsWith(own)) return { folder: own, publicPath: 'auto' };
  const files = [address, ...preloads, ...(entry.styles ?? []), ...Object.keys(integrity)];
  let folder = new URL('.', address).href;
  const root = new URL('/', folder).href;
  while (folder !== root && files.some((file) => !file.startsWith(folder))) folder = new URL('..', folder).href;
  return { folder, publicPath: folder };
}

function listAssets({ address, entry, integrity, preloads }: StoredVersion, folder: string): Assets {
  const getName = (file: string) => file.slice(folder.length);
  const { styles = [] } = entry;
  const others = Object.keys(integrity).filter((file) => ![address, ...preloads, ...styles].includes(file));
  const isSheet = (file: string) => file.endsWith('.css');
  return {
    js: { sync: preloads.map(getName), async: others.filter(isScript).map(getName) },
    css: { sync: styles.map(getName), async: others.filter(isSheet).map(getName) },
  };
}

/** The name of the portal in a federation. */
const hostName = 'portico';

/**
 * Describes the portal and its live modules in the format of `__FEDERATION__.moduleInfo`, for the browser tools of
 * Module Federation. Addresses of the portal are paths, because it has many origins: the page adds its own.
 */
export function createFederationSnapshot(modules: ResolvedModules) {
  const stored = [...modules.values()].map(({ live }) => live).filter(isStored);
  const live = stored.flatMap((version) => {
    const { module } = version;
    if (isPackageName(module)) return [];
    return [{ module, address: getManifestPath(version), manifest: createFederationManifest(version) }];
  });
  const remotesInfo = Object.fromEntries(live.map(({ address, module }) => [module, { matchedVersion: address }]));
  return Object.fromEntries([
    [hostName, { version: '', remoteEntry: '', remotesInfo, shared: [] }],
    ...live.map(({ address, manifest, module }) => [`${module}:${address}`, createModuleInfo(manifest, address)]),
  ]);
}

/** As `generateSnapshotFromManifest` of `@module-federation/sdk` does. */
function createModuleInfo(manifest: ReturnType<typeof createFederationManifest>, address: string) {
  const { exposes, metaData, shared } = manifest;
  const { buildInfo, globalName, publicPath, remoteEntry } = metaData;
  return {
    version: address,
    buildVersion: buildInfo.buildVersion,
    globalName,
    remoteEntry: remoteEntry.name,
    remoteEntryType: remoteEntry.type,
    remoteTypes: '',
    remoteTypesZip: '',
    remoteTypesAPI: '',
    remotesInfo: {},
    shared: shared.map(({ assets, name, version }) => ({ assets, sharedName: name, version, usedExports: [] })),
    modules: exposes.map(({ assets, name, path }) => ({ moduleName: name, modulePath: path, assets })),
    publicPath: publicPath === 'auto' ? address.slice(0, -manifestName.length) : publicPath,
  };
}
