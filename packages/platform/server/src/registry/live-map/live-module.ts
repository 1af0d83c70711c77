import type { Entry, PolicyNeeds } from '@portico/contract';
import type { CheckedBy } from '@portico/contract/publishing';
import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { liveModules, mapChanges, moduleVersions, type StoredEntry, versionAudiences } from '../tables';
import { initialState, type ModuleState } from './transitions';

/** A version of a module or a package, and the data that a page needs to load it. */
export interface ModuleVersion {
  readonly module: string;
  /** Null for the version of the shell's build. */
  readonly version: string | null;
  /** The address of the entry: a path of the portal, or an absolute address. */
  readonly address: string;
  /** The addresses of the scripts that the module loads after its entry until it is on screen, if known. */
  readonly preloads: readonly string[];
  /** The needs from the content policy; absent for the version of the shell's build. */
  readonly policy?: PolicyNeeds;
  /** The integrity of the entry and its chunks, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly entry: StoredEntry;
  /** Absent for the version of the shell's build. */
  readonly checkedBy?: CheckedBy;
}

/** A version that was published, or stored for a preview. */
export interface StoredVersion extends ModuleVersion {
  readonly version: string;
}

export function isStored(version: ModuleVersion | undefined): version is StoredVersion {
  return typeof version?.version === 'string';
}

/** Returns the part of an entry for pages. The import map has the versions, so pages need no ranges. */
export function getPageEntry({ container: _, imports, isSystem: _isSystem, shared, ...entry }: StoredEntry): Entry {
  const names = new Set([...Object.keys(shared ?? {}), ...(imports ?? [])]);
  return { ...entry, ...(names.size > 0 && { imports: [...names] }) };
}

/** The state of a module, with its live version, its canary and its previous version. */
export interface LiveModule {
  readonly module: string;
  readonly state: ModuleState;
  /** A package has all its earlier versions here, because pages may load each of them. */
  readonly versions: ReadonlyMap<string, StoredVersion>;
}

/** Creates a module that was never changed: it runs the version of the build. */
export function createUnchangedModule(module: string): LiveModule {
  return { module, state: initialState, versions: new Map() };
}

/** Matches the row of the canary of a module; the other rows are preview links. */
export const isCanaryOf = (module: string | PgColumn) =>
  and(eq(versionAudiences.module, module), isNotNull(versionAudiences.audience));

/** Lists the modules that were ever changed, or only the given ones. */
export async function listLiveModules(executor: Executor, modules?: readonly string[]): Promise<LiveModule[]> {
  const { module, state } = liveModules;
  const canary = versionAudiences;
  // One index lookup for each version, so the time does not depend on the number of stored versions.
  const needed = executor
    .select()
    .from(moduleVersions)
    .where(sql`${moduleVersions.module} = ${module} and ${moduleVersions.version} = any(
      array[${state} ->> 'version', ${canary.version}] || case when ${module} like '@%'
        then array(select jsonb_array_elements_text(${state} -> 'earlierVersions'))
        else array[${state} -> 'earlierVersions' ->> -1] end)`)
    .as('needed');
  const { address, checkedBy, entry, integrity, policy, preloads, version } = needed;
  const stored = { module: needed.module, version, address, checkedBy, entry, integrity, policy, preloads };
  const rows = await executor
    .select({
      module,
      state,
      canary: { version: canary.version, audience: canary.audience, since: canary.createdAt, plan: canary.plan },
      stored,
    })
    .from(liveModules)
    .leftJoin(canary, isCanaryOf(module))
    .leftJoinLateral(needed, sql`true`)
    .where(modules === undefined ? undefined : inArray(module, [...modules]));
  const found = new Map<string, LiveModule & { versions: Map<string, StoredVersion> }>();
  for (const { canary, module, state, stored } of rows) {
    const audience = canary?.audience;
    const foundCanary = canary && audience ? { ...canary, audience, since: canary.since.toISOString() } : null;
    const known = found.get(module) ?? { module, state: { ...state, canary: foundCanary }, versions: new Map() };
    found.set(module, known);
    if (stored) known.versions.set(stored.version, stored);
  }
  return [...found.values()];
}

/** Returns the revision of the newest change of each module that was ever changed, by key. */
export async function listRevisions(executor: Executor): Promise<ReadonlyMap<string, number>> {
  const { module } = liveModules;
  const newest = executor
    .select({ revision: max(mapChanges.revision) })
    .from(mapChanges)
    .where(eq(mapChanges.module, module));
  // One index lookup for each module, so the time does not depend on the length of the history.
  const rows = await executor.select({ module, revision: sql<string>`(${newest})` }).from(liveModules);
  return new Map(rows.map(({ module, revision }) => [module, Number(revision)]));
}
