import { type ImportMap, isPackageName, type SharedAddresses, type SharedPackages } from '@portico/contract';
import { rcompare, satisfies } from 'semver';
import { ApiError } from '../../http/api-error';
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

/** The packages of teams for some readers, and which of their versions a module gets. */
export interface SharedPackageMap {
  /** The part of every map: the highest version of each package, and other ones for the versions that need them. */
  readonly map: SharedPart;
  /** What a version gets beside the highest versions; a stored one is not in the map. */
  readonly getScope: (location: VersionLocation) => SharedPart;
  /** The addresses of the packages that a version imports. */
  readonly getAddresses: (location: VersionLocation) => readonly string[];
  /** The versions in `map`, with the names of their packages. */
  readonly versions: readonly (readonly [name: string, version: VersionLocation])[];
}

/**
 * Lists the versions of a package that pages may load, the highest first: those that are or were live, and what the reader
 * gets before others. A rollback takes out those that it leads back from.
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
 * Finds the versions of packages for some readers. Every module gets the highest version that its range allows, so those
 * whose ranges allow the same one share one copy.
 * @param modules every module and package that was ever changed
 * @param reader gets live versions alone by default
 */
export function mapSharedPackages(modules: readonly LiveModule[], reader = liveVersions): SharedPackageMap {
  const packages = new Map(modules.filter(({ module }) => isPackageName(module)).map((live) => [live.module, live]));
  for (const { module } of reader.previews) {
    if (!packages.has(module)) packages.set(module, createUnchangedModule(module));
  }
  const highest = new Map(
    [...packages].flatMap(([name, live]) =>
      listCandidates(live, reader)
        .slice(0, 1)
        .map((one) => [name, one]),
    ),
  );

  const find = (shared: SharedPackages) =>
    Object.entries(shared).flatMap(([name, range]): [string, Candidate][] => {
      const live = packages.get(name);
      const found = live && findCandidate(live, range, reader);
      return found ? [[name, found]] : [];
    });

  const findOthers = ({ entry: { shared = {} } }: VersionLocation) =>
    find(shared).filter(([name, { version }]) => version !== highest.get(name)?.version);

  function getScope(location: VersionLocation): SharedPart {
    const { address } = location;
    const others = findOthers(location);
    const scope = mapAddresses(others);
    const folder = address.slice(0, address.lastIndexOf('/') + 1);
    return { ...scope, imports: {}, scopes: others.length > 0 ? { [folder]: scope.imports } : {} };
  }

  const locations = modules.flatMap(({ versions }) => [...versions.values()]);
  return {
    map: mergeParts([{ ...mapAddresses([...highest]), scopes: {} }, ...locations.map(getScope)]),
    getScope,
    getAddresses: ({ entry }) => find(entry.shared ?? {}).map(([, { address }]) => address),
    versions: [...highest, ...locations.flatMap(findOthers)],
  };
}

function mapAddresses(candidates: readonly (readonly [string, Candidate])[]): Omit<SharedPart, 'scopes'> {
  return {
    imports: Object.fromEntries(candidates.map(([name, { address }]) => [name, address])),
    integrity: Object.assign({}, ...candidates.map(([, { integrity }]) => integrity)),
    entries: Object.fromEntries(candidates.map(([, { address, entry }]) => [address, getPageEntry(entry)])),
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

/**
 * Finds the addresses of packages that a version would import now.
 * @param packages all of them
 * @throws ApiError 409 when no version in a range is live
 */
export function findSharedAddresses(packages: readonly LiveModule[], shared: SharedPackages): SharedAddresses {
  const found = Object.entries(shared)
    .filter(([name]) => isPackageName(name))
    .map(([name, range]) => {
      const live = packages.find(({ module }) => module === name);
      return [name, requireCandidate(name, range, live)] as const;
    });
  const { imports, integrity } = mapAddresses(found);
  return { imports, integrity };
}

/** @throws ApiError 409 when no version in the range is live */
export function requireCandidate(name: string, range: string, live: LiveModule | undefined): Candidate {
  const found = live && findCandidate(live, range);
  if (found) return found;
  throw new ApiError(409, 'package-missing', { values: { name, range, live: live?.state.version ?? '–' } });
}
