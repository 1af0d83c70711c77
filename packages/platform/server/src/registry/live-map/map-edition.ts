import {
  type AllowedNeeds,
  allowNeeds,
  getModuleKey,
  type ImportMap,
  isPackageName,
  joinNeeds,
  modulePrefix,
  type PolicyNeeds,
} from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { addFiles, addPart, mergeParts, splitImportMap } from './import-map-parts';
import { createUnchangedModule, type VersionLocation } from './live-module';
import {
  chooseVersion,
  isInAudience,
  type MapReader,
  type ReaderVersions,
  type ResolvedModule,
  resolveModule,
} from './resolve-module';
import { mapSharedPackages, type SharedPackageMap } from './shared-packages';

/** The map of some readers: the same object until something changes. */
export interface ReaderImportMap {
  readonly importMap: ImportMap;
  /**
   * By name: the addresses of the scripts that a module loads after its entry until it is on screen, if known.
   */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** The needs of live modules from the content policy that the operator allows. */
  readonly needs?: PolicyNeeds;
  /** Whether a user may get another map after signing in. */
  readonly dependsOnUser: boolean;
}

/** Maximum number of names in all cached maps: hundreds of maps of users with some applications. */
const maxNamesOfEdition = 20_000;
/** Maximum number of cached package maps: one for each set of canaries. */
const maxPackageMaps = 64;

/** The modules of the portal that a reader needs. */
interface NeededModules {
  readonly key: string;
  /** Sorted, so that the same modules have the same key. */
  readonly modules: readonly string[];
}

/**
 * Creates the maps of all readers. Each map is created once, from the modules that its reader needs, until something
 * changes.
 * @param published the modules and packages that were ever changed
 * @param allowed the needs from the content policy that the operator allows
 */
export function createMapEdition(base: ImportMap, published: readonly ResolvedModule[], allowed: AllowedNeeds = {}) {
  const { shell, modules: built } = splitImportMap(base);
  const changed = new Map(published.map((module) => [module.module, module]));
  const canaries = published.flatMap(({ canary, module }) => (canary ? [{ module, audience: canary.audience }] : []));
  const dependOnUsers = canaries.some(({ audience }) => 'percent' in audience);
  const imported = new Set(listImportedModules(published.flatMap(({ versions }) => [...versions.values()])));
  const packageMaps = new LRUCache<string, SharedPackageMap, ReaderVersions>({
    max: maxPackageMaps,
    memoMethod: (_key, _stale, { context }) => mapPackages(context),
  });
  const isModule = (name: string) => !isPackageName(name);
  const all = [...new Set([...built.keys(), ...changed.keys()])].filter(isModule).sort();
  const everything: NeededModules = { key: '*', modules: all };
  const maps = new LRUCache<string, ReaderImportMap, () => ReaderImportMap>({
    maxSize: maxNamesOfEdition,
    sizeCalculation: ({ importMap }) => Object.keys(importMap.imports).length + 1,
    memoMethod: (_key, _stale, { context: create }) => create(),
  });

  /** Ignores unknown names: a caller could fill the cache with them. */
  function findNeeded(modules: ReadonlySet<string>): NeededModules {
    const existing = [...modules]
      .filter((module) => isModule(module) && (built.has(module) || changed.has(module)))
      .sort();
    return { key: existing.join(), modules: existing };
  }

  function choose(module: string, versions: ReaderVersions) {
    const resolved = changed.get(module) ?? resolveModule(createUnchangedModule(module), base, new Date(0), 0);
    return { ...chooseVersion(resolved, versions), live: resolved.live };
  }

  function mapPackages(versions: ReaderVersions): SharedPackageMap {
    return mapSharedPackages(published, versions, (module) => choose(module, versions).chosen);
  }

  /** Ignores canaries of modules that no version imports: they change no package. */
  function getPackages(versions: ReaderVersions): SharedPackageMap {
    if (versions.previews.length > 0) return mapPackages(versions);
    const canaries = [...versions.canaries].filter((module) => isPackageName(module) || imported.has(module));
    return packageMaps.memo(canaries.join(), { context: { canaries: new Set(canaries), previews: [] } });
  }

  function createMap(modules: readonly string[], versions: ReaderVersions): Omit<ReaderImportMap, 'dependsOnUser'> {
    const packages = getPackages(versions);
    const map = mergeParts(shell, packages.map);
    const preloads: Record<string, readonly string[]> = {};
    for (const module of modules) {
      addPart(map, built.get(module));
      const { chosen, fallback } = choose(module, versions);
      if (chosen?.version === null && !changed.has(module)) continue;
      const name = modulePrefix + module;
      delete map.imports[name];
      delete map.rollouts[name];
      if (chosen === undefined) continue;
      map.imports[name] = chosen.address;
      addFiles(map, chosen);
      if (fallback !== undefined && chosen.version !== null) {
        map.rollouts[name] = { version: chosen.version, fallback: fallback.address };
        addFiles(map, fallback);
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
    if (Object.keys(allowed).length === 0) return {};
    const ofModules = [...all, ...versions.previews.map(({ module }) => module)].flatMap((module) =>
      // A tab whose preview ends gets the live version.
      Object.values(choose(module, versions)).flatMap((version) => {
        if (version === undefined) return [];
        return version.version === null ? (allowed[module] ?? {}) : allowNeeds(module, version.policy ?? {}, allowed);
      }),
    );
    const ofPackages = packages.versions.flatMap(([name, { policy = {} }]) =>
      isPackageName(name) ? [allowNeeds(name, policy, allowed)] : [],
    );
    return joinNeeds([...ofModules, ...ofPackages]);
  }

  return {
    /** A map without previews is the same object until the next change. */
    getMap: (reader: MapReader): ReaderImportMap => {
      const { cohort, modules, previews = [] } = reader;
      const dependsOnUser = dependOnUsers && cohort === undefined;
      const ofPreviews = new Set(listImportedModules(previews));
      // Every page has all packages, and the modules that others import.
      const isNeeded = (module: string) =>
        modules === undefined ||
        modules.has(module) ||
        isPackageName(module) ||
        imported.has(module) ||
        ofPreviews.has(module);
      const own = canaries.filter(({ audience, module }) => isNeeded(module) && isInAudience(audience, module, reader));
      const versions = { canaries: new Set(own.map(({ module }) => module)), previews };
      const needed = modules === undefined ? everything : findNeeded(modules);
      if (previews.length > 0) {
        const previewed = previews
          .map(({ module }) => module)
          .filter((module) => isModule(module) && (modules?.has(module) ?? true));
        return { ...createMap([...new Set([...needed.modules, ...previewed])], versions), dependsOnUser };
      }
      const key = [dependsOnUser, ...versions.canaries, '', needed.key].join();
      return maps.memo(key, { context: () => ({ ...createMap(needed.modules, versions), dependsOnUser }) });
    },
  };
}

/** Lists the keys of the modules that versions import by name. */
function listImportedModules(versions: readonly VersionLocation[]): string[] {
  return versions
    .flatMap(({ entry }) => Object.keys(entry.shared ?? {}))
    .filter((name) => !isPackageName(name))
    .map(getModuleKey);
}
