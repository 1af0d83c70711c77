import { type ImportMap, isPackageImport, modulePrefix } from '@portico/shared';

/** An import map with absolute addresses only. */
export interface AbsoluteMap {
  readonly imports: Readonly<Record<string, string>>;
  /** By address; empty if the file is not checked. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly rollouts: ImportMap['rollouts'];
  readonly compared?: ImportMap['compared'];
}

export function toAbsolute(map: ImportMap) {
  const resolve = (names: ImportMap['imports']) =>
    Object.fromEntries(Object.entries(names).map(([name, address]) => [name, System.resolve(address)]));
  const checks = Object.entries(map.integrity).map(([address, hash]) => [System.resolve(address), hash] as const);
  const folders = Object.entries(map.scopes ?? {}).map(([folder, names]) => [System.resolve(folder), resolve(names)]);
  return {
    ...map,
    imports: resolve(map.imports),
    integrity: Object.fromEntries(checks),
    scopes: Object.fromEntries(folders),
  };
}

/**
 * Computes what a tab adopts of the live map without a reload: the addresses of modules that it has not loaded, the
 * integrity of files that it does not know, and all rollouts of the merged map.
 * @param own the map that the tab follows
 * @param isSettled whether a module has to keep its address
 */
export function diffImportMaps(own: AbsoluteMap, live: AbsoluteMap, isSettled: (name: string) => boolean): AbsoluteMap {
  const isNewPackage = (name: string) => isPackageImport(name) && own.imports[name] === undefined;
  const isFree = (name: string) => isNewPackage(name) || (name.startsWith(modulePrefix) && !isSettled(name));
  const free = Object.entries(live.imports).filter(([name]) => isFree(name));
  const checks = [
    ...Object.entries(live.integrity).filter(([address]) => own.integrity[address] === undefined),
    // The same address may hold another build, or one that is no longer checked.
    ...free.map(([, address]) => [address, live.integrity[address] ?? ''] as const),
  ];
  const isFollowed = (name: string) => {
    const address = live.imports[name];
    return address !== undefined && (isFree(name) || address === own.imports[name]);
  };
  return {
    imports: Object.fromEntries(free.filter(([name, address]) => own.imports[name] !== address)),
    integrity: Object.fromEntries(checks.filter(([address, hash]) => (own.integrity[address] ?? '') !== hash)),
    rollouts: Object.fromEntries([
      ...Object.entries(own.rollouts).filter(([name]) => !isFollowed(name)),
      ...Object.entries(live.rollouts).filter(([name]) => isFollowed(name)),
    ]),
  };
}
