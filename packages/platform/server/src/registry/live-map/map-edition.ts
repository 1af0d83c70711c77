import {
  type AllowedNeeds,
  allowNeeds,
  getModuleKey,
  type ImportMap,
  isPackageName,
  joinNeeds,
  modulePrefix,
  type PolicyNeeds,
  type Rollout,
} from '@portico/contract';
import { LRUCache } from 'lru-cache';
import {
  isInAudience,
  type LiveModule,
  type MapReader,
  type ResolvedModule,
  resolveModule,
  type VersionLocation,
} from './live-module';
import { createUnchangedModule } from './module-status';
import { mapSharedPackages, type ReaderVersions, type SharedPackageMap } from './shared-packages';
import { type ImportMapDraft, splitImportMap } from './split-import-map';
import { getPageEntry } from './stored-entry';

/** The map of some readers. While nothing changes, they get the same object. */
export interface ReaderImportMap {
  readonly importMap: ImportMap;
  /**
   * By name: the addresses of the scripts that a module loads until it is on screen, after its entry, if they are
   * known.
   */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** What live modules need from the content policy and the operator allows. */
  readonly needs?: PolicyNeeds;
  /** Whether a user who signs in may get another one. */
  readonly dependsOnUser: boolean;
}

/**
 * How many names the maps of an edition have at most, together: some hundreds of maps of users with some applications.
 */
const maxNamesOfEdition = 20_000;
/** How many sets of canaries an edition keeps the packages of. */
const maxPackageMaps = 64;

/** The modules that a reader needs and the portal has. */
interface Choice {
  readonly key: string;
  /** Sorted, so that the same modules are the same choice. */
  readonly modules: readonly string[];
}

/**
 * Creates the maps of all readers, which are the same until something changes. A map costs as much as the modules that
 * its reader needs, and is made once.
 * @param resolved the modules that were ever changed
 * @param allowed what the operator allows modules to need
 * @param published every module and package that was ever changed
 */
export function createMapEdition(
  base: ImportMap,
  resolved: readonly ResolvedModule[],
  allowed: AllowedNeeds = {},
  published: readonly LiveModule[] = [],
) {
  const { shell, modules: built } = splitImportMap(base);
  const changed = new Map(resolved.map((module) => [module.module, module]));
  const canaries = [
    ...resolved.flatMap(({ canary, module }) => (canary ? [{ module, audience: canary.audience }] : [])),
    ...published.flatMap(({ module, state: { canary } }) =>
      canary && isPackageName(module) ? [{ module, audience: canary.audience }] : [],
    ),
  ];
  const imported = new Set(listImportedModules(published.flatMap(({ versions }) => [...versions.values()])));
  const packageMaps = new LRUCache<string, SharedPackageMap, ReadonlySet<string>>({
    max: maxPackageMaps,
    memoMethod: (_key, _stale, { context: canaries }) => mapPackages({ canaries, previews: [] }),
  });
  const all = [...new Set([...built.keys(), ...changed.keys()])].sort();
  const everything: Choice = { key: '*', modules: all };
  const choices = new WeakMap<ReadonlySet<string>, Choice>();
  const maps = new LRUCache<string, ReaderImportMap, () => ReaderImportMap>({
    maxSize: maxNamesOfEdition,
    sizeCalculation: ({ importMap }) => Object.keys(importMap.imports).length + 1,
    memoMethod: (_key, _stale, { context: create }) => create(),
  });

  /** Names that are no module make no other map, because anybody can ask for them. */
  function findChoice(modules: ReadonlySet<string>): Choice {
    const known = choices.get(modules);
    if (known !== undefined) return known;
    const existing = [...modules].filter((module) => built.has(module) || changed.has(module)).sort();
    const choice = { key: existing.join(), modules: existing };
    choices.set(modules, choice);
    return choice;
  }

  function mapPackages(reader: ReaderVersions): SharedPackageMap {
    return mapSharedPackages(published, reader, (module) => {
      const resolvedModule = changed.get(module) ?? resolveModule(createUnchangedModule(module), base, new Date(0), 0);
      const preview = reader.previews.find((one) => one.module === module);
      return preview ?? chooseVersions(resolvedModule, reader.canaries.has(module)).chosen;
    });
  }

  /** The packages of readers without previews. Canaries that nothing imports make no other map. */
  function getPackages(canaryModules: ReadonlySet<string>): SharedPackageMap {
    const canaries = new Set([...canaryModules].filter((module) => isPackageName(module) || imported.has(module)));
    return packageMaps.memo([...canaries].join(), { context: canaries });
  }

  function createMap({ modules }: Choice, canaryModules: ReadonlySet<string>, packages: SharedPackageMap) {
    const map = copyMap(shell);
    addPart(map, packages.map);
    const preloads: Record<string, readonly string[]> = {};
    for (const module of modules) {
      addPart(map, built.get(module));
      const resolvedModule = changed.get(module);
      if (resolvedModule === undefined) continue;
      const chosen = addModule(map, resolvedModule, canaryModules.has(module));
      const next = chosen ? [...packages.getAddresses(chosen), ...chosen.preloads] : [];
      if (next.length > 0) preloads[modulePrefix + module] = next;
    }
    return { importMap: map, preloads, needs: findNeeds(canaryModules, packages) };
  }

  /**
   * Of all modules, because a page may load one that its map does not name. The map of the build is the operator's, so
   * what they allow a module of it is what it needs.
   */
  function findNeeds(canaryModules: ReadonlySet<string>, packages: SharedPackageMap): PolicyNeeds {
    if (Object.keys(allowed).length === 0) return {};
    const ofModules = all.flatMap((module) => {
      const resolvedModule = changed.get(module);
      if (resolvedModule === undefined) return allowed[module] ?? {};
      return Object.values(chooseVersions(resolvedModule, canaryModules.has(module))).map((version) =>
        version.version === null ? (allowed[module] ?? {}) : allowNeeds(module, version.policy ?? {}, allowed),
      );
    });
    const ofPackages = packages.versions.flatMap(([name, { policy = {} }]) =>
      isPackageName(name) ? [allowNeeds(name, policy, allowed)] : [],
    );
    return joinNeeds([...ofModules, ...ofPackages]);
  }

  return {
    /** A map without previews is the same object until the next change. */
    getMap: (reader: MapReader): ReaderImportMap => {
      const { modules: needed, previews = [] } = reader;
      // Of all modules: the tab may look up others before a user signs in.
      const isShared = canaries.some(({ audience }) => 'percent' in audience);
      const dependsOnUser = isShared && reader.cohort === undefined;
      const ofPreviews = new Set(listImportedModules(previews));
      // Every page has all packages, and the modules that others import.
      const isNeeded = (module: string) =>
        needed === undefined ||
        needed.has(module) ||
        isPackageName(module) ||
        imported.has(module) ||
        ofPreviews.has(module);
      const own = canaries.filter(({ audience, module }) => isNeeded(module) && isInAudience(audience, module, reader));
      const canaryModules = new Set(own.map(({ module }) => module));
      const choice = needed === undefined ? everything : findChoice(needed);
      if (previews.length > 0) {
        const packages = mapPackages({ canaries: canaryModules, previews });
        return addPreviews({ ...createMap(choice, canaryModules, packages), dependsOnUser }, reader, allowed, packages);
      }
      const packages = getPackages(canaryModules);
      const key = [dependsOnUser, ...canaryModules, '', choice.key].join();
      const create = () => ({ ...createMap(choice, canaryModules, packages), dependsOnUser });
      return maps.memo(key, { context: create });
    },
  };
}

/** A preview has no fallback: whoever opens it has to see that it fails, and nobody else's version depends on it. */
function addPreviews(
  map: ReaderImportMap,
  { modules, previews = [] }: MapReader,
  allowed: AllowedNeeds,
  packages: SharedPackageMap,
): ReaderImportMap {
  const needed = previews.filter(({ module }) => !isPackageName(module) && (modules?.has(module) ?? true));
  const importMap = copyMap(map.importMap);
  const preloads = { ...map.preloads };
  for (const preview of needed) {
    const name = modulePrefix + preview.module;
    delete importMap.rollouts[name];
    importMap.imports[name] = preview.address;
    addFiles(importMap, preview);
    addPart(importMap, packages.getScope(preview));
    preloads[name] = [...packages.getAddresses(preview), ...preview.preloads];
  }
  const needs = previews.map(({ module, policy = {} }) => allowNeeds(module, policy, allowed));
  return { ...map, importMap, preloads, needs: joinNeeds([map.needs ?? {}, ...needs]) };
}

/** Lists the keys of the modules that versions import by name. */
function listImportedModules(versions: readonly VersionLocation[]): string[] {
  return versions
    .flatMap(({ entry }) => Object.keys(entry.shared ?? {}))
    .filter((name) => !isPackageName(name))
    .map(getModuleKey);
}

function copyMap({ imports, integrity, rollouts, entries, scopes }: ImportMap): ImportMapDraft {
  return {
    imports: { ...imports },
    integrity: { ...integrity },
    rollouts: { ...rollouts },
    entries: { ...entries },
    ...(scopes && { scopes }),
  };
}

function addPart(map: ImportMapDraft, part: Partial<ImportMap> | undefined): void {
  Object.assign(map.imports, part?.imports);
  Object.assign(map.integrity, part?.integrity);
  Object.assign(map.rollouts, part?.rollouts);
  Object.assign(map.entries, part?.entries);
  if (part?.scopes && Object.keys(part.scopes).length > 0) map.scopes = { ...map.scopes, ...part.scopes };
}

/** The version of a reader, and the one to fall back to. */
function chooseVersions({ canary, isInRollout, live, previous }: ResolvedModule, getsCanary: boolean) {
  const chosen = getsCanary ? canary : live;
  const fallback = getsCanary ? live : isInRollout ? previous : undefined;
  return { ...(chosen && { chosen }), ...(chosen && fallback && { fallback }) };
}

/**
 * @param getsCanary whether the reader belongs to the audience of the module's canary
 * @returns the version that the reader gets, if any
 */
function addModule(map: ImportMapDraft, resolved: ResolvedModule, getsCanary: boolean) {
  const { module } = resolved;
  const name = modulePrefix + module;
  const { chosen, fallback } = chooseVersions(resolved, getsCanary);
  delete map.imports[name];
  delete map.rollouts[name];
  if (chosen === undefined) return undefined;
  map.imports[name] = chosen.address;
  addFiles(map, chosen);
  if (fallback !== undefined && chosen.version !== null) {
    const rollout: Rollout = { version: chosen.version, fallback: fallback.address };
    map.rollouts[name] = rollout;
    addFiles(map, fallback);
  }
  return chosen;
}

function addFiles(map: ImportMapDraft, { address, entry: stored, integrity }: VersionLocation): void {
  const entry = getPageEntry(stored);
  Object.assign(map.integrity, integrity);
  if (Object.keys(entry).length > 0) map.entries[address] = entry;
}
