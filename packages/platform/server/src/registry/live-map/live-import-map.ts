import { type Audience, type ImportMap, modulePrefix, type Rollout } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../database/database';
import { keepLastKnown } from '../../database/keep-last-known';
import { shareReads } from '../../database/share-reads';
import { liveMap } from '../tables';
import {
  findRolloutEnd,
  isInAudience,
  type LiveModule,
  listLiveModules,
  type MapReader,
  type ResolvedModule,
  resolveModule,
} from './live-module';

/** The map of some readers. While nothing changes, they get the same object. */
export interface ReaderImportMap {
  readonly importMap: ImportMap;
  /** Whether a user who signs in may get another one. */
  readonly dependsOnUser: boolean;
}

/** The maps of all readers until the next change. */
interface MapEdition {
  readonly base: ImportMap;
  readonly modules: readonly LiveModule[];
  /** The times between which no rollout ends. */
  readonly from: number;
  readonly until: number;
  readonly resolved: readonly ResolvedModule[];
  readonly canaries: readonly { readonly module: string; readonly audience: Audience }[];
  /** By the modules that a reader needs and the canaries that they get. */
  readonly maps: LRUCache<string, ReaderImportMap>;
}

/** How many names the maps of an edition have at most, together: some hundreds of maps of users with some applications. */
const maxNamesOfEdition = 20_000;

/**
 * Caches the maps until the revision in the database, the map of the build or the time changes them.
 * @param readBase the map of the shell's build; the same object while its file does not change
 */
export function createLiveImportMap(
  database: Executor,
  now: () => Date,
  rolloutHours: number,
  readBase: () => Promise<ImportMap>,
) {
  const query = database.select({ revision: liveMap.revision }).from(liveMap).prepare('');
  const readRevision = shareReads(
    database,
    keepLastKnown(async () => new Map([['', (await query.execute())[0]?.revision ?? 0]])),
  );
  let cached: { readonly revision: number; readonly modules: Promise<LiveModule[]> } | undefined;
  let edition: MapEdition | undefined;

  async function readModules(): Promise<LiveModule[]> {
    const revision = (await readRevision('')) ?? 0;
    if (cached?.revision !== revision) {
      const modules = listLiveModules(database);
      cached = { revision, modules };
      modules.catch(() => {
        if (cached?.modules === modules) cached = undefined;
      });
    }
    return cached.modules;
  }

  async function getEdition(): Promise<MapEdition> {
    const [base, modules] = await Promise.all([readBase(), readModules()]);
    const at = now();
    const time = at.getTime();
    if (edition?.base !== base || edition.modules !== modules || time < edition.from || time >= edition.until) {
      const ends = modules.map((module) => findRolloutEnd(module, rolloutHours)).filter((end) => end > time);
      const resolved = modules.map((module) => resolveModule(module, base, at, rolloutHours));
      edition = {
        base,
        modules,
        from: time,
        until: Math.min(...ends),
        resolved,
        canaries: resolved.flatMap(({ canary, module }) => (canary ? [{ module, audience: canary.audience }] : [])),
        maps: new LRUCache({
          maxSize: maxNamesOfEdition,
          sizeCalculation: ({ importMap }) => Object.keys(importMap.imports).length,
        }),
      };
    }
    return edition;
  }

  return {
    /** @throws BuildError when the map of the build cannot be read */
    readBase,
    /** @throws BuildError when the map of the build cannot be read */
    getMap: async (reader: MapReader): Promise<ReaderImportMap> => {
      const { base, canaries, maps, resolved } = await getEdition();
      const isShared = canaries.some(({ audience }) => 'percent' in audience);
      const dependsOnUser = isShared && reader.cohort === undefined;
      const { modules } = reader;
      const isNeeded = (module: string) => modules === undefined || modules.has(module);
      const own = canaries.filter(({ audience, module }) => isNeeded(module) && isInAudience(audience, module, reader));
      const canaryModules = new Set(own.map(({ module }) => module));
      const key = [dependsOnUser, ...canaryModules, modules && identifySet(modules)].join();
      const known = maps.get(key);
      if (known !== undefined) return known;
      const importMap = resolved
        .filter(({ module }) => isNeeded(module))
        .reduce((map, module) => addModule(map, module, canaryModules.has(module.module)), copyMap(base, isNeeded));
      const made = { importMap, dependsOnUser };
      maps.set(key, made);
      return made;
    },
  };
}

const identities = new WeakMap<ReadonlySet<string>, string>();

/** Computed once, because users with hundreds of applications open pages. */
function identifySet(modules: ReadonlySet<string>): string {
  const identity = identities.get(modules) ?? JSON.stringify([...modules].sort());
  identities.set(modules, identity);
  return identity;
}

type MapDraft = { [Part in keyof ImportMap]: Record<string, ImportMap[Part][string]> };

/** @param isNeeded whether the copy has a module; it has all else */
function copyMap({ imports, integrity, rollouts }: ImportMap, isNeeded: (module: string) => boolean): MapDraft {
  const isNameNeeded = ([name]: readonly [string, unknown]) =>
    !name.startsWith(modulePrefix) || isNeeded(name.slice(modulePrefix.length));
  return {
    imports: Object.fromEntries(Object.entries(imports).filter(isNameNeeded)),
    integrity: { ...integrity },
    rollouts: Object.fromEntries(Object.entries(rollouts).filter(isNameNeeded)),
  };
}

/** @param getsCanary whether the reader belongs to the audience of the module's canary */
function addModule(map: MapDraft, resolved: ResolvedModule, getsCanary: boolean): MapDraft {
  const { canary, live, module, previous, isInRollout } = resolved;
  const name = modulePrefix + module;
  const chosen = getsCanary ? canary : live;
  const fallback = getsCanary ? live : isInRollout ? previous : undefined;
  delete map.imports[name];
  delete map.rollouts[name];
  if (chosen === undefined) return map;
  map.imports[name] = chosen.address;
  Object.assign(map.integrity, chosen.integrity);
  if (fallback !== undefined && chosen.version !== null) {
    const rollout: Rollout = { version: chosen.version, fallback: fallback.address };
    map.rollouts[name] = rollout;
    Object.assign(map.integrity, fallback.integrity);
  }
  return map;
}
