import {
  type Consumer,
  getImportName,
  getModuleKey,
  type ImportMap,
  isPackageName,
  joinNeeds,
  type PolicyNeeds,
  type SharedAddresses,
  type SharedPackages,
} from '@portico/contract';
import { rcompare, satisfies } from 'semver';
import { ApiError } from '../../http/api-error';
import { addFiles, getFolder, mergeParts } from './import-map-parts';
import { createUnchangedModule, findStoredLiveVersion, type LiveModule, type VersionLocation } from './live-module';
import { liveVersions, type ReaderVersions } from './resolve-module';

/** A version of a package that pages may load. */
interface Candidate extends VersionLocation {
  readonly version: string;
  readonly isPreview?: boolean;
}

/** Finds the readers' version of a module by its key. */
type FindModule = (module: string) => VersionLocation | undefined;

/** The packages and modules that modules import from other teams, for some readers. */
export interface SharedPackageMap {
  /**
   * The part for all maps: the highest version of each package, and scopes with other copies for the versions that
   * import them.
   */
  readonly map: ImportMap;
  /** The addresses of the packages and modules that a version imports. */
  readonly getAddresses: (location: VersionLocation) => readonly string[];
  /** The versions in `map`, with their names. */
  readonly versions: readonly (readonly [name: string, version: VersionLocation])[];
}

/**
 * Lists the versions of a package that pages may load, highest first: the live version, earlier versions, and the
 * reader's canary and previews. A rollback removes the versions after its target.
 */
function listCandidates({ module, state, versions }: LiveModule, { canaries, previews }: ReaderVersions): Candidate[] {
  const published = state.isRemoved ? [] : [state.version, ...state.earlierVersions];
  const canary = canaries.has(module) && state.canary ? [state.canary.version] : [];
  const located = [...published, ...canary].flatMap((version): Candidate[] => {
    const location = version === null ? undefined : versions.get(version);
    return version === null || location === undefined ? [] : [{ version, ...location }];
  });
  const previewed = previews.filter((preview) => preview.module === module);
  return [...located, ...previewed.map((preview) => ({ ...preview, isPreview: true }))].sort((one, other) =>
    rcompare(one.version, other.version),
  );
}

/** The highest version of a package in a range; `undefined` if there is none. */
export function findCandidate(live: LiveModule, range: string, reader = liveVersions): Candidate | undefined {
  return listCandidates(live, reader).find(({ isPreview, version }) =>
    // A preview of 2.4.0-pr.7 counts as 2.4.0, so it is in the range ^2.1.
    satisfies(version, range, { includePrerelease: isPreview === true }),
  );
}

/**
 * Finds the versions of packages for some readers. Each module gets the highest version in its range, so modules with
 * the same highest version share one copy.
 * @param modules every module and package that was ever changed
 * @param findModule finds the readers' version of a module, which all importers share
 */
export function mapSharedPackages(
  modules: readonly LiveModule[],
  reader: ReaderVersions,
  findModule: FindModule,
): SharedPackageMap {
  const previewed = reader.previews.map(({ module }) => createUnchangedModule(module));
  const packages = new Map(
    [...previewed, ...modules].filter(({ module }) => isPackageName(module)).map((live) => [live.module, live]),
  );
  const highest = new Map(
    [...packages].flatMap(([name, live]) =>
      listCandidates(live, reader)
        .slice(0, 1)
        .map((one) => [name, one]),
    ),
  );

  const find = ({ entry: { shared = {} } }: VersionLocation) =>
    Object.entries(shared).flatMap(([name, range]): [string, VersionLocation][] => {
      const live = packages.get(name);
      const found = isPackageName(name) ? live && findCandidate(live, range, reader) : findModule(getModuleKey(name));
      return found ? [[name, found]] : [];
    });

  const scopes = [...modules.flatMap(({ versions }) => [...versions.values()]), ...reader.previews].map((importer) => ({
    importer,
    others: find(importer).filter(([name, { address }]) => address !== highest.get(name)?.address),
  }));
  return {
    map: mergeParts(mapAddresses([...highest]), ...scopes.map(({ importer, others }) => createScope(importer, others))),
    getAddresses: (location) => find(location).map(([, { address }]) => address),
    versions: [...highest, ...scopes.flatMap(({ others }) => others)],
  };
}

type NamedVersions = readonly (readonly [name: string, version: VersionLocation])[];

function mapAddresses(found: NamedVersions): ImportMap {
  const map = mergeParts();
  for (const [name, version] of found) {
    map.imports[name] = version.address;
    addFiles(map, version);
  }
  return map;
}

/** Creates the scope in which one version gets other copies of some names. */
function createScope({ address }: VersionLocation, others: NamedVersions): ImportMap {
  const { imports, ...files } = mapAddresses(others);
  return { ...files, imports: {}, scopes: others.length > 0 ? { [getFolder(address)]: imports } : {} };
}

/** A name that a version imports, and the version of that name. */
interface SharedImport<Version extends VersionLocation> {
  readonly name: string;
  readonly version: Version;
  /** The version that imports it; `undefined` for the first one. */
  readonly importer?: VersionLocation;
}

/**
 * Lists the imports of a version by name, and their own imports, each in its range. The direct imports are first.
 * @param find the version of a name in a range
 * @returns `undefined` if one is not found
 */
export function walkImports<Version extends VersionLocation>(
  shared: SharedPackages,
  find: (name: string, range: string) => Version | undefined,
): SharedImport<Version>[] | undefined {
  const found: SharedImport<Version>[] = [];
  const walked = new Set<string>();
  const waiting: { readonly names: SharedPackages; readonly importer?: Version }[] = [{ names: shared }];
  for (const { importer, names } of waiting) {
    for (const [name, range] of Object.entries(names)) {
      const version = find(name, range);
      if (version === undefined) return undefined;
      found.push({ name, version, ...(importer && { importer }) });
      const copy = `${name} ${version.address}`;
      if (!walked.has(copy)) waiting.push({ names: version.entry.shared ?? {}, importer: version });
      walked.add(copy);
    }
  }
  return found;
}

/**
 * Finds the addresses of the packages and modules that a version would import now, and of their own imports.
 * @param published every module and package that was ever changed
 * @throws ApiError 409 when one is not live, or not in a range
 */
export function findSharedAddresses(
  published: readonly LiveModule[],
  shared: SharedPackages,
  findModule: FindModule,
): SharedAddresses {
  const packages = new Map(published.map((live) => [live.module, live]));
  const find = (name: string, range: string): VersionLocation => {
    if (isPackageName(name)) return requireCandidate(name, range, packages.get(name));
    return findModule(getModuleKey(name)) ?? refuseImport(name, range);
  };
  const found = walkImports(shared, find) ?? [];
  const imports: Record<string, string> = {};
  for (const { name, version } of found) imports[name] ??= version.address;
  const scopes: Record<string, Record<string, string>> = {};
  for (const { importer, name, version } of found) {
    if (importer === undefined || version.address === imports[name]) continue;
    const folder = getFolder(importer.address);
    scopes[folder] = { ...scopes[folder], [name]: version.address };
  }
  const { entries, integrity } = mapAddresses(found.map(({ name, version }) => [name, version]));
  const policies: Record<string, PolicyNeeds> = {};
  for (const { name, version } of found) policies[name] = joinNeeds([policies[name] ?? {}, version.policy ?? {}]);
  return { imports, integrity, entries, scopes, policies };
}

/** @throws ApiError 409 when no version in the range is live */
export function requireCandidate(name: string, range: string, live: LiveModule | undefined): Candidate {
  return (live && findCandidate(live, range)) ?? refuseImport(name, range, live?.state.version);
}

/** @throws ApiError 409 */
export function refuseImport(name: string, range: string, live?: string | null): never {
  throw new ApiError(409, 'package-missing', { values: { name, range, live: live ?? '–' } });
}

/**
 * Lists the live versions and canaries that import a module or a package, with the address of the imported version.
 * @param name the imported name
 * @param version of a package: lists only importers with this version in their range
 */
export function listConsumers(modules: readonly LiveModule[], name: string, version?: string): Consumer[] {
  const imported = modules.find((live) => getImportName(live.module) === name);
  const findAddress = (range: string) =>
    imported && (isPackageName(name) ? findCandidate(imported, range) : findStoredLiveVersion(imported))?.address;
  return modules.flatMap(({ module, state, versions }) => {
    const live = [state.isRemoved ? null : state.version, state.canary?.version ?? null];
    return live.flatMap((own): Consumer[] => {
      const range = own === null ? undefined : versions.get(own)?.entry.shared?.[name];
      if (own === null || range === undefined) return [];
      if (isPackageName(name) && version !== undefined && !satisfies(version, range)) return [];
      const address = findAddress(range);
      return address === undefined ? [] : [{ module, version: own, address }];
    });
  });
}
