import { type ImportMap, modulePrefix, type Trial } from '@portico/contract';
import type { Executor } from '../database/database';
import { liveMap } from '../database/tables';
import { isInAudience } from './cohort';
import { type LiveModule, listLiveModules } from './live-module';
import { type PlacedModule, placeModule } from './placed-module';

/** Whom an import map is for. */
export interface MapReader {
  /** The tenant of the host. */
  readonly tenant?: string | undefined;
  /** 0 to 9999, by the user; absent while nobody is known. */
  readonly cohort?: number | undefined;
}

/** The import map in force: the shell's build, and over it what is published. */
export interface LiveImportMap {
  /**
   * The map as this reader gets it. `dependsOnUser`: somebody who signs in may get another one.
   * @throws PageFault when the map of the build cannot be read
   */
  mapFor(reader: MapReader): Promise<{ importMap: ImportMap; dependsOnUser: boolean }>;
  /** The map of the shell's build. @throws PageFault when it cannot be read */
  readBase(): Promise<ImportMap>;
}

export interface LiveImportMapOptions {
  readonly database: Executor;
  readonly now: () => Date;
  readonly trialHours: number;
  /** Reads the map of the shell's build, anew for every call. */
  readonly readBase: () => Promise<ImportMap>;
}

/** Asks the database for the number of the last change alone, as long as it stays the same. */
export function createLiveImportMap({ database, now, trialHours, readBase }: LiveImportMapOptions): LiveImportMap {
  let cached: { readonly revision: number; readonly modules: Promise<LiveModule[]> } | undefined;

  async function readModules(): Promise<LiveModule[]> {
    const [{ revision } = { revision: 0 }] = await database.select({ revision: liveMap.revision }).from(liveMap);
    // A request that was slow to come back with an older number makes nothing older for the others: it reads anew.
    if (cached?.revision !== revision) {
      const modules = listLiveModules(database);
      cached = { revision, modules };
      modules.catch(() => {
        if (cached?.modules === modules) cached = undefined;
      });
    }
    return cached.modules;
  }

  return {
    readBase,
    mapFor: async (reader) => {
      const [base, modules] = await Promise.all([readBase(), readModules()]);
      const placed = modules.map((module) => placeModule(module, base, now(), trialHours));
      const isShared = modules.some(({ state: { canary } }) => canary !== null && 'percent' in canary.audience);
      return {
        importMap: placed.reduce((map, module) => withModule(map, module, reader), copyOf(base)),
        dependsOnUser: isShared && reader.cohort === undefined,
      };
    },
  };
}

type MapDraft = { [Part in keyof ImportMap]: Record<string, ImportMap[Part][string]> };

function copyOf({ imports, integrity, trials }: ImportMap): MapDraft {
  return { imports: { ...imports }, integrity: { ...integrity }, trials: { ...trials } };
}

function withModule(map: MapDraft, placed: PlacedModule, reader: MapReader): MapDraft {
  const { canary, live, module, previous, isOnTrial } = placed;
  const name = modulePrefix + module;
  const isMeant = canary !== undefined && isInAudience(canary.audience, module, reader);
  const chosen = isMeant ? canary : live;
  const fallback = isMeant ? live : isOnTrial ? previous : undefined;
  delete map.imports[name];
  delete map.trials[name];
  if (chosen === undefined) return map;
  map.imports[name] = chosen.address;
  Object.assign(map.integrity, chosen.integrity);
  if (fallback !== undefined && chosen.version !== null) {
    const trial: Trial = { version: chosen.version, fallback: fallback.address };
    map.trials[name] = trial;
    Object.assign(map.integrity, fallback.integrity);
  }
  return map;
}
