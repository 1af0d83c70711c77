import {
  getImportName,
  getPublishedName,
  type ImportMap,
  isPackageImport,
  isPackageName,
  joinNeeds,
  type PolicyNeeds,
} from '@portico/contract';
import type { Consumer, SharedAddresses, SharedPackages } from '@portico/contract/publishing';
import { rcompare, satisfies } from 'semver';
import { ApiError } from '../../http/api-error';
import { addFiles, getFolder, mergeParts } from './import-map-parts';
import { createUnchangedModule, isStored, type ModuleVersion, type StoredVersion } from './live-module';
import { chooseVersion, type ReaderVersions, type ResolvedModules } from './resolve-module';

/** The packages and modules that modules import from other teams, for some readers. */
export type SharedPackageMap = ReturnType<typeof mapSharedPackages>;

type NamedVersions = readonly (readonly [name: string, version: ModuleVersion])[];

/**
 * Lists the versions of a package that pages may load, highest first: the live version, earlier versions, and the
 * reader's canary and previews. A rollback removes the versions after its target.
 */
function listCandidates(modules: ResolvedModules, name: string, { canaries, previews }: ReaderVersions) {
  const { canary, state, versions } = modules.get(name) ?? { ...createUnchangedModule(name), canary: undefined };
  const published = state.isRemoved ? [] : [state.version, ...state.earlierVersions];
  const candidates: (StoredVersion & { readonly isPreview?: boolean })[] = [
    ...published.flatMap((version) => versions.get(version ?? '') ?? []),
    ...(canary && canaries.has(name) ? [canary] : []),
    ...previews.filter(({ module }) => module === name).map((preview) => ({ ...preview, isPreview: true })),
  ];
  return candidates.sort((one, other) => rcompare(one.version, other.version));
}

/** The reader of live versions alone. */
const liveVersions: ReaderVersions = { canaries: new Set(), previews: [] };

/** Finds the readers' version of an imported module, or the highest version of a package in the range. */
export function findImport(
  modules: ResolvedModules,
  name: string,
  range: string,
  reader = liveVersions,
): ModuleVersion | undefined {
  const published = getPublishedName(name);
  if (!isPackageName(published)) return chooseVersion(modules, published, reader).chosen;
  return listCandidates(modules, published, reader).find(({ isPreview, version }) =>
    // A preview of 2.4.0-pr.7 counts as 2.4.0, so it is in the range ^2.1.
    satisfies(version, range, { includePrerelease: isPreview === true }),
  );
}

/** @throws ApiError 409 when the module or package is not live, or not in the range */
export function requireImport(modules: ResolvedModules, name: string, range: string): ModuleVersion {
  const found = findImport(modules, name, range);
  if (found) return found;
  const live = modules.get(getPublishedName(name))?.state.version ?? '–';
  throw new ApiError(409, 'package-missing', { values: { name, range, live } });
}

/**
 * Finds the versions of packages for some readers. Each module gets the highest version in its range, so modules with
 * the same highest version share one copy.
 */
export function mapSharedPackages(modules: ResolvedModules, reader: ReaderVersions) {
  const names = new Set([...modules.keys(), ...reader.previews.map(({ module }) => module)]);
  const highest = new Map<string, ModuleVersion>();
  for (const name of names) {
    const [candidate] = isPackageName(name) ? listCandidates(modules, name, reader) : [];
    if (candidate) highest.set(getImportName(name), candidate);
  }

  const find = ({ entry }: ModuleVersion): NamedVersions =>
    Object.entries(entry.shared ?? {}).flatMap(([name, range]) => {
      const found = findImport(modules, name, range, reader);
      return found ? [[name, found] as const] : [];
    });

  const stored = [...modules.values()].flatMap(({ versions }) => [...versions.values()]);
  const scopes = [...stored, ...reader.previews].map((importer) => ({
    importer,
    others: find(importer).filter(([name, { address }]) => address !== highest.get(name)?.address),
  }));
  return {
    /** The part for all maps: the highest version of each package, and scopes for versions that import others. */
    map: mergeParts(
      mapAddresses([...highest]),
      ...scopes.map(({ importer, others }) => createScopes(importer, others)),
    ),
    /** The addresses of the packages and modules that a version imports. */
    getAddresses: (importer: ModuleVersion) => find(importer).map(([, { address }]) => address),
    /** The versions in `map`, with their names. */
    versions: [...highest, ...scopes.flatMap(({ others }) => others)],
  };
}

function mapAddresses(found: NamedVersions): ImportMap {
  const map = mergeParts();
  for (const [name, version] of found) {
    map.imports[name] = version.address;
    addFiles(map, version);
  }
  return map;
}

/** Creates the scopes in which one version gets other copies of some names. */
function createScopes(importer: ModuleVersion, others: NamedVersions): ImportMap {
  const { imports, ...files } = mapAddresses(others);
  const scopes = others.length > 0 ? listScopes(importer).map((scope) => [scope, imports]) : [];
  return { ...files, imports: {}, scopes: Object.fromEntries(scopes) };
}

/**
 * Lists the scopes of a version: the folder of its entry on the portal, or, on a team's host, its entry and each of its
 * scripts in that folder, which may also contain scripts of other modules.
 */
export function listScopes({ address, integrity }: Pick<ModuleVersion, 'address' | 'integrity'>): string[] {
  const folder = getFolder(address);
  if (!URL.canParse(address)) return [folder];
  return Object.keys(integrity).filter((file) => file === address || (file.startsWith(folder) && /\.m?js$/.test(file)));
}

/**
 * Lists the imports of a version by name, and their own imports, each in its range. The direct imports are first.
 * @param find the version of a name in a range
 * @returns `undefined` if one is not found
 */
export function walkImports<Version extends ModuleVersion>(
  shared: SharedPackages,
  find: (name: string, range: string) => Version | undefined,
) {
  const found: { readonly name: string; readonly version: Version; readonly importer: Version | undefined }[] = [];
  const walked = new Set<string>();
  const waiting: { readonly names: SharedPackages; readonly importer?: Version }[] = [{ names: shared }];
  for (const { importer, names } of waiting) {
    for (const [name, range] of Object.entries(names)) {
      const version = find(name, range);
      if (version === undefined) return undefined;
      found.push({ name, version, importer });
      const copy = `${name} ${version.address}`;
      if (!walked.has(copy)) waiting.push({ names: version.entry.shared ?? {}, importer: version });
      walked.add(copy);
    }
  }
  return found;
}

/**
 * Finds the addresses of the packages and modules that a version would import now, and of their own imports.
 * @throws ApiError 409 when one is not live, or not in a range
 */
export function findSharedAddresses(modules: ResolvedModules, shared: SharedPackages): SharedAddresses {
  const found = walkImports(shared, (name, range) => requireImport(modules, name, range)) ?? [];
  const imports: Record<string, string> = {};
  const scopes: Record<string, Record<string, string>> = {};
  const policies: Record<string, PolicyNeeds> = {};
  for (const { importer, name, version } of found) {
    imports[name] ??= version.address;
    policies[name] = joinNeeds([policies[name] ?? {}, version.policy ?? {}]);
    if (importer === undefined || version.address === imports[name]) continue;
    for (const scope of listScopes(importer)) scopes[scope] = { ...scopes[scope], [name]: version.address };
  }
  const { entries, integrity } = mapAddresses(found.map(({ name, version }) => [name, version]));
  return { imports, integrity, entries, scopes, policies };
}

/**
 * Lists the live versions and canaries that import a module or a package, with the address of the imported version.
 * @param name the imported name
 * @param version of a package: lists only importers with this version in their range
 */
export function listConsumers(modules: ResolvedModules, name: string, version?: string): Consumer[] {
  const importers = [...modules.values()].flatMap(({ canary, live }) => [live, canary]).filter(isStored);
  return importers.flatMap((importer): Consumer[] => {
    const range = importer.entry.shared?.[name];
    if (range === undefined) return [];
    if (isPackageImport(name) && version !== undefined && !satisfies(version, range)) return [];
    const imported = findImport(modules, name, range);
    return isStored(imported)
      ? [{ module: importer.module, version: importer.version, address: imported.address }]
      : [];
  });
}
