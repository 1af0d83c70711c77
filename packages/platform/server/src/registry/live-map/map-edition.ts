import {
  type AllowedNeeds,
  allowNeeds,
  getPublishedName,
  type ImportMap,
  isPackageName,
  joinNeeds,
  modulePrefix,
  type PolicyNeeds,
} from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { addFiles, addPart, mergeParts, splitImportMap } from './import-map-parts';
import type { ModuleVersion } from './live-module';
import {
  chooseVersion,
  isInAudience,
  type MapReader,
  type ReaderVersions,
  type ResolvedModules,
} from './resolve-module';
import { mapSharedPackages, type SharedPackageMap } from './shared-packages';

/** The map of some readers: the same object until something changes. */
export interface ReaderImportMap {
  readonly importMap: ImportMap;
  /** By name: the addresses of the scripts that a module loads after its entry until it is on screen, if known. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** The needs of live modules from the content policy that the operator allows. */
  readonly needs?: PolicyNeeds;
  /** Whether a user may get another map after signing in. */
  readonly dependsOnUser: boolean;
}

/** Maximum number of names in all cached maps: hundreds of maps of users with some applications. */
const maxNamesOfEdition = 20_000;
/** Maximum number of modules in a map because they add something to pages of others. */
const maxContributors = 200;
/** Maximum number of cached package maps: one for each set of canaries. */
const maxPackageMaps = 64;

/**
 * Creates the maps of all readers. Each map is created once, from the modules that its reader needs, until something
 * changes.
 * @param allowed the needs from the content policy that the operator allows
 */
export function createMapEdition(base: ImportMap, modules: ResolvedModules, allowed: AllowedNeeds = {}) {
  const { shell, modules: built } = splitImportMap(base);
  const resolved = [...modules.values()];
  const canaries = resolved.flatMap(({ canary, module }) => (canary ? [{ module, audience: canary.audience }] : []));
  const dependOnUsers = canaries.some(({ audience }) => 'percent' in audience);
  const imported = new Set(listImportedModules(resolved.flatMap(({ versions }) => [...versions.values()])));
  const all = [...modules.keys()].filter((name) => !isPackageName(name)).sort();
  const packageMaps = new LRUCache<string, SharedPackageMap, ReaderVersions>({
    max: maxPackageMaps,
    memoMethod: (_key, _stale, { context }) => mapSharedPackages(modules, context),
  });
  const maps = new LRUCache<string, ReaderImportMap, () => ReaderImportMap>({
    maxSize: maxNamesOfEdition,
    sizeCalculation: ({ importMap }) => Object.keys(importMap.imports).length + 1,
    memoMethod: (_key, _stale, { context: create }) => create(),
  });

  /** Ignores canaries of modules that no version imports: they change no package. */
  function getPackages(versions: ReaderVersions): SharedPackageMap {
    if (versions.previews.length > 0) return mapSharedPackages(modules, versions);
    const canaries = [...versions.canaries].filter((module) => isPackageName(module) || imported.has(module));
    return packageMaps.memo(canaries.join(), { context: { canaries: new Set(canaries), previews: [] } });
  }

  function createMap(
    keys: readonly string[],
    versions: ReaderVersions,
    hasFallbacks: boolean,
  ): Omit<ReaderImportMap, 'dependsOnUser'> {
    const packages = getPackages(versions);
    // A name of the shell or of the operator's own map stays theirs.
    const map = mergeParts(shell, packages.map, { imports: shell.imports });
    const preloads: Record<string, readonly string[]> = {};
    for (const module of keys) {
      const { chosen, fallback: found } = chooseVersion(modules, module, versions);
      const fallback = hasFallbacks ? found : undefined;
      // The integrity of other addresses of the build would stay in the map without them.
      if (chosen?.version === null || fallback?.version === null) addPart(map, built.get(module));
      if (chosen?.version === null) continue;
      const name = modulePrefix + module;
      delete map.imports[name];
      delete map.rollouts[name];
      if (chosen === undefined) continue;
      map.imports[name] = chosen.address;
      addFiles(map, chosen);
      if (fallback !== undefined) {
        map.rollouts[name] = { version: chosen.version, fallback: fallback.address };
        addFiles(map, fallback);
      } else if (hasFallbacks && chosen === modules.get(module)?.live && modules.get(module)?.canary !== undefined) {
        map.compared = { ...map.compared, [name]: chosen.version };
      }
      const next = [...packages.getAddresses(chosen), ...chosen.preloads];
      if (next.length > 0) preloads[name] = next;
    }
    return { importMap: map, preloads, needs: findNeeds(versions, packages) };
  }

  /**
   * Finds the needs of all modules, because a page may load modules that its map lacks. A module of the build has all
   * needs that the operator allows it, because the operator also makes the build.
   */
  function findNeeds(versions: ReaderVersions, packages: SharedPackageMap): PolicyNeeds {
    const ofModules = [...all, ...versions.previews.map(({ module }) => module)].flatMap((module) => {
      const { chosen, fallback } = chooseVersion(modules, module, versions);
      // A tab whose preview ends gets the live version.
      return [chosen, fallback, modules.get(module)?.live].flatMap((version) => {
        if (version === undefined) return [];
        return version.version === null ? (allowed[module] ?? {}) : allowNeeds(module, version.policy ?? {}, allowed);
      });
    });
    const ofPackages = packages.versions.flatMap(([, { module, policy = {} }]) =>
      isPackageName(module) ? [allowNeeds(module, policy, allowed)] : [],
    );
    return joinNeeds([...ofModules, ...ofPackages]);
  }

  const routes = new Map(
    [...modules].map(([module, { canary, live, previous }]) => [module, listRoutes([canary, live, previous])]),
  );

  /** Whether a reader names a module by its key, or by a route that one of its versions has. */
  function isWanted(module: string, wanted: ReadonlySet<string>, previews: readonly ModuleVersion[]): boolean {
    const ofPreviews = listRoutes(previews.filter((preview) => preview.module === module));
    return [module, ...(routes.get(module) ?? []), ...ofPreviews].some((segment) => wanted.has(segment));
  }

  return {
    /** A map without previews is the same object until the next change. */
    getMap: (reader: MapReader): ReaderImportMap => {
      const { cohort, contributors, hasFallbacks = true, modules: wanted, previews = [] } = reader;
      const dependsOnUser = dependOnUsers && cohort === undefined;
      // Every page has all packages, and the modules that others import.
      const common = new Set([...imported, ...listImportedModules(previews)]);
      const isNamed = (key: string) => wanted === undefined || isWanted(key, wanted, previews);
      const isNeeded = (key: string) => isNamed(key) || contributors?.has(key) || isPackageName(key) || common.has(key);
      const own = canaries.filter(({ audience, module }) => isNeeded(module) && isInAudience(audience, module, reader));
      const versions = { canaries: new Set(own.map(({ module }) => module)), previews };
      // Ignores unknown names: a caller could fill the cache with them.
      const known = new Set([...all, ...previews.map(({ module }) => module).filter((name) => !isPackageName(name))]);
      const isContributing = (key: string) =>
        !isNamed(key) && contributors?.has(key) && addsToPages(chooseVersion(modules, key, versions).chosen);
      const contributing = new Set([...known].filter(isContributing).slice(0, maxContributors));
      const keys = [...known].filter((module) => isNamed(module) || contributing.has(module));
      const create = () => ({ ...createMap(keys, versions, hasFallbacks), dependsOnUser });
      if (previews.length > 0) return create();
      return maps.memo([dependsOnUser, hasFallbacks, ...versions.canaries, '', ...keys].join(), { context: create });
    },
  };
}

function listRoutes(versions: readonly (ModuleVersion | undefined)[]): readonly string[] {
  return versions.flatMap((version) => version?.entry.declarations?.routes ?? []);
}

/** Whether a version adds something to pages of others: parcels in places, navigation, or events. */
function addsToPages(version: ModuleVersion | undefined): boolean {
  const { contributions, events, navigation } = version?.entry.declarations ?? {};
  return (contributions ?? navigation ?? events) !== undefined;
}

/** Lists the keys of the modules that versions import by name. */
function listImportedModules(versions: readonly ModuleVersion[]): string[] {
  return versions
    .flatMap(({ entry }) => Object.keys(entry.shared ?? {}))
    .map(getPublishedName)
    .filter((published) => !isPackageName(published));
}
