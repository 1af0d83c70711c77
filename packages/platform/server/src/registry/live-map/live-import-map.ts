import type { AllowedNeeds, ImportMap } from '@portico/contract';
import { gt } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { keepLastKnown, shareReads } from '../../database/shared-reads';
import { liveMap, mapChanges } from '../tables';
import { type LiveModule, listLiveModules } from './live-module';
import { createMapEdition, type ReaderImportMap } from './map-edition';
import { findRolloutEnd, type MapReader, type ResolvedModules, resolveModules } from './resolve-module';

/** The maps of all readers until the next change. */
interface CurrentEdition extends ReturnType<typeof createMapEdition> {
  readonly base: ImportMap;
  readonly changed: readonly LiveModule[];
  readonly modules: ResolvedModules;
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
    const changes = await database
      .selectDistinct({ module: mapChanges.module })
      .from(mapChanges)
      .where(gt(mapChanges.revision, former.revision));
    const read = await listLiveModules(
      database,
      changes.map(({ module }) => module),
    );
    const changed = new Map(read.map((entry) => [entry.module, entry]));
    return [...known.filter(({ module }) => !changed.has(module)), ...changed.values()];
  }

  async function getEdition(): Promise<CurrentEdition> {
    const [base, changed] = await Promise.all([readBase(), readModules()]);
    const at = now();
    const time = at.getTime();
    if (edition?.base !== base || edition.changed !== changed || time < edition.from || time >= edition.until) {
      const ends = changed.map((module) => findRolloutEnd(module, rolloutHours)).filter((end) => end > time);
      const modules = resolveModules(changed, base, at, rolloutHours);
      edition = {
        base,
        changed,
        modules,
        from: time,
        until: Math.min(...ends),
        ...createMapEdition(base, modules, allowed),
      };
    }
    return edition;
  }

  return {
    /** @throws BuildError when the map of the build cannot be read */
    readBase,
    /** @throws BuildError when the map of the build cannot be read */
    getModules: async (): Promise<ResolvedModules> => (await getEdition()).modules,
    /** @throws BuildError when the map of the build cannot be read */
    getMap: async (reader: MapReader): Promise<ReaderImportMap> => (await getEdition()).getMap(reader),
  };
}
