import { isPackageName } from '@portico/contract';
import { type PreparedText, prepareText } from '../../http/prepared-text';
import { findStoredLiveVersion, type LiveModule } from '../live-map/live-module';
import { createFederationManifest, getManifestPath, manifestName } from './federation-manifest';

/** The name of the portal in a federation. */
const hostName = 'portico';

/**
 * Describes the live modules as the run time of a federation keeps them in its page (`__FEDERATION__.moduleInfo`),
 * where its browser tools read them: the portal, and each module by its name and the address of its manifest. Addresses
 * of the portal are paths, because it has many origins: the page puts its own before them.
 */
export function createFederationSnapshot(modules: readonly LiveModule[]) {
  const live = modules.flatMap((liveModule) => {
    const { module } = liveModule;
    const version = findStoredLiveVersion(liveModule);
    if (version === undefined || isPackageName(module)) return [];
    const source = { module, ...version };
    return [{ module, address: getManifestPath(source), manifest: createFederationManifest(source) }];
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

/** Caches the snapshot until a module changes: many modules make a large text. */
export function createSnapshotCache() {
  let cached: { readonly modules: readonly LiveModule[]; readonly text: PreparedText } | undefined;
  return (modules: readonly LiveModule[]): PreparedText => {
    if (cached?.modules !== modules) {
      const text = JSON.stringify(createFederationSnapshot(modules));
      cached = { modules, text: prepareText('application/json; charset=utf-8', text) };
    }
    return cached.text;
  };
}
