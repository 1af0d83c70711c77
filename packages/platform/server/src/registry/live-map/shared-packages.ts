import {
  type ImportMap,
  isPackageName,
  modulePrefix,
  type SharedAddresses,
  type SharedPackages,
} from '@portico/contract';
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

/** Finds the version of a module, by its key, that the readers get. */
type FindModule = (module: string) => VersionLocation | undefined;

/** What modules import of other teams, for some readers: packages in the versions of their ranges, and other modules. */
export interface SharedPackageMap {
  /** The part of every map: the highest version of each package; for the versions that need them, other ones and modules. */
  readonly map: SharedPart;
  /** What a version gets beside the highest versions; a stored one is not in the map. */
  readonly getScope: (location: VersionLocation) => SharedPart;
  /** The addresses of the packages and modules that a version imports. */
  readonly getAddresses: (location: VersionLocation) => readonly string[];
  /** The versions in `map`, with their names. */
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
      const found = isPackageName(name)
        ? live && findCandidate(live, range, reader)
        : findModule(name.slice(modulePrefix.length));
      return found ? [[name, found]] : [];
    });

  const findOthers = ({ entry: { shared = {} } }: VersionLocation) =>
    find(shared).filter(([name, { address }]) => address !== highest.get(name)?.address);

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
  const found = new Map<string, VersionLocation>();
  const waiting = Object.entries(shared);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, range] = next;
    if (found.has(name)) continue;
    const version = isPackageName(name)
      ? requireCandidate(
          name,
          range,
          published.find(({ module }) => module === name),
        )
      : findModule(name.slice(modulePrefix.length));
    if (version === undefined) throw new ApiError(409, 'package-missing', { values: { name, range, live: '–' } });
    found.set(name, version);
    waiting.push(...Object.entries(version.entry.shared ?? {}));
  }
  const { entries, imports, integrity } = mapAddresses([...found]);
  return { imports, integrity, entries };
}

/** @throws ApiError 409 when no version in the range is live */
export function requireCandidate(name: string, range: string, live: LiveModule | undefined): Candidate {
  const found = live && findCandidate(live, range);
  if (found) return found;
  throw new ApiError(409, 'package-missing', { values: { name, range, live: live?.state.version ?? '–' } });
}
