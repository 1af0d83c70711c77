import {
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
import { getFolder } from './get-folder';
import type { LiveModule, Preview, VersionLocation } from './live-module';
import { createUnchangedModule } from './module-status';
import { getPageEntry } from './stored-entry';

/** A version of a package that pages may load. */
interface Candidate extends VersionLocation {
  readonly version: string;
  readonly isPreview?: boolean;
}

/** What some readers get of packages as if it were published for all. */
export interface ReaderVersions {
  /** The packages of which they get the canary. */
  readonly canaries: ReadonlySet<string>;
  readonly previews: readonly Preview[];
}

const liveVersions: ReaderVersions = { canaries: new Set(), previews: [] };

/** A part of an import map. */
type SharedPart = Required<Pick<ImportMap, 'imports' | 'integrity' | 'entries' | 'scopes'>>;

/** Finds the version of a module, by its key, that the readers get. */
type FindModule = (module: string) => VersionLocation | undefined;

/**
 * What modules import of other teams, for some readers: packages in the versions of their ranges, and other modules.
 */
export interface SharedPackageMap {
  /**
   * The part of every map: the highest version of each package; for the versions that need them, other ones and
   * modules.
   */
  readonly map: SharedPart;
  /** What a version gets beside the highest versions; a stored one is not in the map. */
  readonly getScope: (location: VersionLocation) => SharedPart;
  /** The addresses of the packages and modules that a version imports. */
  readonly getAddresses: (location: VersionLocation) => readonly string[];
  /** The versions in `map`, with their names. */
  readonly versions: readonly (readonly [name: string, version: VersionLocation])[];
}

/**
 * Lists the versions of a package that pages may load, the highest first: those that are or were live, and what the
 * reader gets before others. A rollback takes out those that it leads back from.
 */
function listCandidates({ module, state, versions }: LiveModule, { canaries, previews }: ReaderVersions): Candidate[] {
  const published = state.isRemoved ? [] : [state.version, ...state.earlierVersions];
  const canary = canaries.has(module) && state.canary ? [state.canary.version] : [];
  const located = [...published, ...canary].flatMap((version): Candidate[] => {
    const location = version === null ? undefined : versions.get(version);
    return version === null || location === undefined ? [] : [{ version, ...location }];
  });
  const previewed = previews.filter((preview) => preview.module === module);
  return [...located, ...previewed.map(({ module: _, ...preview }) => ({ ...preview, isPreview: true }))].sort(
    (one, other) => rcompare(one.version, other.version),
  );
}

/** The highest version of a package in a range; `undefined` if there is none. */
export function findCandidate(live: LiveModule, range: string, reader = liveVersions): Candidate | undefined {
  return listCandidates(live, reader).find(({ isPreview, version }) =>
    // Teams preview 2.4.0-pr.7: what 2.4.0 will be for modules that ask for ^2.1.
    satisfies(version, range, { includePrerelease: isPreview === true }),
  );
}

/**
 * Finds the versions of packages for some readers. Every module gets the highest version that its range allows, so
 * those whose ranges allow the same one share one copy.
 * @param modules every module and package that was ever changed
 * @param reader gets live versions alone by default
 * @param findModule in the version that the readers get; a module is one copy, whoever imports it
 */
export function mapSharedPackages(
  modules: readonly LiveModule[],
  reader = liveVersions,
  findModule: FindModule = () => undefined,
): SharedPackageMap {
  const packages = new Map(modules.filter(({ module }) => isPackageName(module)).map((live) => [live.module, live]));
  for (const { module } of reader.previews) {
    if (isPackageName(module) && !packages.has(module)) packages.set(module, createUnchangedModule(module));
  }
  const highest = new Map(
    [...packages].flatMap(([name, live]) =>
      listCandidates(live, reader)
        .slice(0, 1)
        .map((one) => [name, one]),
    ),
  );

  const find = (shared: SharedPackages) =>
    Object.entries(shared).flatMap(([name, range]): [string, VersionLocation][] => {
      const live = packages.get(name);
      const found = isPackageName(name) ? live && findCandidate(live, range, reader) : findModule(getModuleKey(name));
      return found ? [[name, found]] : [];
    });

  const findOthers = ({ entry: { shared = {} } }: VersionLocation) =>
    find(shared).filter(([name, { address }]) => address !== highest.get(name)?.address);

  function getScope(location: VersionLocation): SharedPart {
    const others = findOthers(location);
    const scope = mapAddresses(others);
    return { ...scope, imports: {}, scopes: others.length > 0 ? { [getFolder(location.address)]: scope.imports } : {} };
  }

  const locations = modules.flatMap(({ versions }) => [...versions.values()]);
  return {
    map: mergeParts([{ ...mapAddresses([...highest]), scopes: {} }, ...locations.map(getScope)]),
    getScope,
    getAddresses: ({ entry }) => find(entry.shared ?? {}).map(([, { address }]) => address),
    versions: [...highest, ...locations.flatMap(findOthers)],
  };
}

function mapAddresses(
  found: readonly (readonly [name: string, version: VersionLocation])[],
): Omit<SharedPart, 'scopes'> {
  const entries = found.map(([, { address, entry }]) => [address, getPageEntry(entry)] as const);
  return {
    imports: Object.fromEntries(found.map(([name, { address }]) => [name, address])),
    integrity: Object.assign({}, ...found.map(([, { integrity }]) => integrity)),
    entries: Object.fromEntries(entries.filter(([, known]) => Object.keys(known).length > 0)),
  };
}

function mergeParts(parts: readonly SharedPart[]): SharedPart {
  const merge = <Part extends keyof SharedPart>(name: Part): SharedPart[Part] =>
    Object.assign({}, ...parts.map((part) => part[name]));
  return {
    imports: merge('imports'),
    integrity: merge('integrity'),
    entries: merge('entries'),
    scopes: merge('scopes'),
  };
}

/** A name that a version imports, and the version that it gets. */
interface SharedImport<Version extends VersionLocation> {
  readonly name: string;
  readonly version: Version;
  /** The version that imports it; `undefined` for the first one. */
  readonly importer?: VersionLocation;
}

/**
 * Lists what a version imports by name, and what that imports, each in its own range; the version's own imports are
 * first.
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
 * Finds the addresses of the packages and modules that a version would import now, and of those that these import.
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
    const version = findModule(getModuleKey(name));
    if (version === undefined) throw new ApiError(409, 'package-missing', { values: { name, range, live: '–' } });
    return version;
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
  const found = live && findCandidate(live, range);
  if (found) return found;
  throw new ApiError(409, 'package-missing', { values: { name, range, live: live?.state.version ?? '–' } });
}
