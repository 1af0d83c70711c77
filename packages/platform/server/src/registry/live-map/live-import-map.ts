import type { AllowedNeeds, ImportMap } from '@portico/contract';
import { gt } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { keepLastKnown, shareReads } from '../../database/shared-reads';
import { liveMap, mapChanges } from '../tables';
import { type LiveModule, listLiveModules } from './live-module';
import { createMapEdition, type ReaderImportMap } from './map-edition';
import { findRolloutEnd, type MapReader, resolveModule } from './resolve-module';

/** The maps of all readers until the next change. */
interface CurrentEdition extends ReturnType<typeof createMapEdition> {
  readonly base: ImportMap;
  readonly modules: readonly LiveModule[];
  /** No rollout ends between these times. */
  readonly from: number;
  readonly until: number;
}

/**
 * Caches the maps until the revision in the database or the map of the build changes, or a rollout ends.
 * @param readBase the map of the shell's build; the same object while its file does not change
 * @param allowed the needs from the content policy that the operator allows
 */
export function createLiveImportMap(
  database: Executor,
  now: () => Date,
  rolloutHours: number,
  readBase: () => Promise<ImportMap>,
  allowed: AllowedNeeds = {},
) {
  const query = database.select({ revision: liveMap.revision }).from(liveMap).prepare('');
  const readRevision = shareReads(
    keepLastKnown(async () => new Map([['', (await query.execute())[0]?.revision ?? 0]])),
  );
  let cached: { readonly revision: number; readonly modules: Promise<LiveModule[]> } | undefined;
  let edition: CurrentEdition | undefined;

  async function readModules(): Promise<LiveModule[]> {
    const revision = (await readRevision('')) ?? 0;
    if (cached?.revision !== revision) {
      const modules = readChanges(cached, revision);
      cached = { revision, modules };
      modules.catch(() => {
        if (cached?.modules === modules) cached = undefined;
      });
    }
    return cached.modules;
  }

  /** Reads the modules that changed since the former revision, and keeps the others. */
  async function readChanges(former: typeof cached, revision: number): Promise<LiveModule[]> {
    if (former === undefined || former.revision > revision) return listLiveModules(database);
    const known = await former.modules;
    const changes = await listChangedModules(database, former.revision);
    const changed = new Map((await listLiveModules(database, changes)).map((entry) => [entry.module, entry]));
    return [...known.filter(({ module }) => !changed.has(module)), ...changed.values()];
  }

  async function getEdition(): Promise<CurrentEdition> {
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
        ...createMapEdition(base, resolved, allowed),
      };
    }
    return edition;
  }

  return {
    /** @throws BuildError when the map of the build cannot be read */
    readBase,
    /** The modules and packages that were ever changed. */
    listModules: readModules,
    /** @throws BuildError when the map of the build cannot be read */
    getMap: async (reader: MapReader): Promise<ReaderImportMap> => (await getEdition()).getMap(reader),
  };
}

async function listChangedModules(database: Executor, since: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ module: mapChanges.module })
    .from(mapChanges)
    .where(gt(mapChanges.revision, since));
  return rows.map(({ module }) => module);
}
