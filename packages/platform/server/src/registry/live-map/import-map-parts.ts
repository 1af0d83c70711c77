import { getModuleKey, type ImportMap, modulePrefix } from '@portico/contract';
import { getPageEntry, type ModuleVersion } from './live-module';

/** A mutable import map. */
type ImportMapDraft = {
  [Part in Exclude<keyof ImportMap, 'compared' | 'scopes'>]: Record<string, ImportMap[Part][string]>;
} & { compared?: ImportMap['compared']; scopes?: ImportMap['scopes'] };

/** Merges parts of import maps. Names of later parts replace those of earlier ones. */
export function mergeParts(...parts: readonly (Partial<ImportMap> | undefined)[]): ImportMapDraft {
  const map: ImportMapDraft = { imports: {}, integrity: {}, rollouts: {}, entries: {} };
  for (const part of parts) addPart(map, part);
  return map;
}

export function addPart(map: ImportMapDraft, part: Partial<ImportMap> | undefined): void {
  Object.assign(map.imports, part?.imports);
  Object.assign(map.integrity, part?.integrity);
  Object.assign(map.rollouts, part?.rollouts);
  Object.assign(map.entries, part?.entries);
  if (part?.scopes && Object.keys(part.scopes).length > 0) map.scopes = { ...map.scopes, ...part.scopes };
}

/** Adds the integrity of the files of a version, and its entry. */
export function addFiles(map: ImportMapDraft, { address, entry: stored, integrity }: ModuleVersion): void {
  const entry = getPageEntry(stored);
  Object.assign(map.integrity, integrity);
  if (Object.keys(entry).length > 0) map.entries[address] = entry;
}

/** Returns the folder of an address with a slash at its end; empty if the address has none. */
export function getFolder(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Lists the folders above an address, the nearest first. */
export function listFolders(address: string): string[] {
  const folder = getFolder(address);
  return folder === '' ? [] : [folder, ...listFolders(folder.slice(0, -1))];
}

interface SplitImportMap {
  /** The part for all readers. */
  readonly shell: ImportMap;
  /** By key: the module's name, its rollout, its entry, and the integrity of the files in the folder of the entry. */
  readonly modules: ReadonlyMap<string, ImportMap>;
}

/**
 * Splits an import map into the parts of its modules and the rest. A file belongs to the modules with an entry in the
 * nearest folder above the file. It belongs to the shell if a name of the shell has an entry there, or no name has.
 */
export function splitImportMap({ imports, integrity, rollouts, entries, scopes }: ImportMap): SplitImportMap {
  const shell = mergeParts({ scopes });
  const modules = new Map<string, ImportMapDraft>();
  const owners = new Map<string, ImportMapDraft[]>();
  for (const [name, address] of Object.entries(imports)) {
    const part = name.startsWith(modulePrefix) ? mergeParts() : shell;
    if (part !== shell) modules.set(getModuleKey(name), part);
    part.imports[name] = address;
    const rollout = rollouts[name];
    if (rollout) part.rollouts[name] = rollout;
    const folder = getFolder(address);
    owners.set(folder, [...(owners.get(folder) ?? []), part]);
  }
  const findParts = (address: string) => {
    const found = findOwners(address, owners);
    return found === undefined || found.includes(shell) ? [shell] : found;
  };
  for (const [address, hash] of Object.entries(integrity)) {
    for (const part of findParts(address)) part.integrity[address] = hash;
  }
  for (const [address, entry] of Object.entries(entries)) {
    for (const part of findParts(address)) part.entries[address] = entry;
  }
  return { shell, modules };
}

function findOwners(address: string, owners: ReadonlyMap<string, ImportMapDraft[]>): ImportMapDraft[] | undefined {
  const nearest = listFolders(address).find((folder) => owners.has(folder));
  return nearest === undefined ? undefined : owners.get(nearest);
}
