import { type ImportMap, modulePrefix, type Rollout } from '@portico/contract';
import type { Executor } from '../../database/database';
import { liveMap } from '../tables';
import {
  isInAudience,
  type LiveModule,
  listLiveModules,
  type MapReader,
  type ResolvedModule,
  resolveModule,
} from './live-module';

/** The live import map: the map of the shell's build, overridden by what is published. */
export type LiveImportMap = ReturnType<typeof createLiveImportMap>;

/**
 * Caches the modules until the revision in the database changes.
 * @param readBase reads the map of the shell's build from its file, at each call
 */
export function createLiveImportMap(
  database: Executor,
  now: () => Date,
  rolloutHours: number,
  readBase: () => Promise<ImportMap>,
) {
  let cached: { readonly revision: number; readonly modules: Promise<LiveModule[]> } | undefined;

  async function readModules(): Promise<LiveModule[]> {
    const [{ revision } = { revision: 0 }] = await database.select({ revision: liveMap.revision }).from(liveMap);
    // A slow request may come back with an older revision. It then reads again, and caches nothing for newer requests.
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
    /** @throws BuildError when the map of the build cannot be read */
    readBase,
    /**
     * The map for this reader. `dependsOnUser` says that a signed-in user may get another one.
     * @throws BuildError when the map of the build cannot be read
     */
    getMap: async (reader: MapReader): Promise<{ importMap: ImportMap; dependsOnUser: boolean }> => {
      const [base, modules] = await Promise.all([readBase(), readModules()]);
      const resolved = modules.map((module) => resolveModule(module, base, now(), rolloutHours));
      const isShared = modules.some(({ state: { canary } }) => canary !== null && 'percent' in canary.audience);
      return {
        importMap: resolved.reduce((map, module) => addModule(map, module, reader), copyMap(base)),
        dependsOnUser: isShared && reader.cohort === undefined,
      };
    },
  };
}

type MapDraft = { [Part in keyof ImportMap]: Record<string, ImportMap[Part][string]> };

function copyMap({ imports, integrity, rollouts }: ImportMap): MapDraft {
  return { imports: { ...imports }, integrity: { ...integrity }, rollouts: { ...rollouts } };
}

function addModule(map: MapDraft, resolved: ResolvedModule, reader: MapReader): MapDraft {
  const { canary, live, module, previous, isInRollout } = resolved;
  const name = modulePrefix + module;
  const isMeant = canary !== undefined && isInAudience(canary.audience, module, reader);
  const chosen = isMeant ? canary : live;
  const fallback = isMeant ? live : isInRollout ? previous : undefined;
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
