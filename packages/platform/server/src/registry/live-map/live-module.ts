import {
  type Audience,
  type CheckedBy,
  type ImportMap,
  isPackageName,
  modulePrefix,
  type PolicyNeeds,
} from '@portico/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { hashToNumber } from '../../identity/sessions/cohort';
import { liveModules, moduleVersions } from '../tables';
import type { StoredEntry } from './stored-entry';
import type { ModuleState } from './transitions';

/** Where a version is, and what a page must know to load it. */
export interface VersionLocation {
  /** The address of the entry: a path of the portal, or an absolute address. */
  readonly address: string;
  /** The addresses of the scripts that it loads until it is on screen, after its entry, as far as they are known. */
  readonly preloads: readonly string[];
  /** What it needs from the content policy; absent for the version of the shell's build. */
  readonly policy?: PolicyNeeds;
  /** The integrity of the entry and its chunks, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly entry: StoredEntry;
  /** Absent for the version of the shell's build. */
  readonly checkedBy?: CheckedBy;
}

/** The state of a module, with the locations of its live version, its canary and the version before. */
export interface LiveModule {
  readonly module: string;
  readonly state: ModuleState;
  readonly versions: ReadonlyMap<string, VersionLocation>;
}

/** Lists the modules that were ever changed, or only the given ones. */
export async function listLiveModules(executor: Executor, modules?: readonly string[]): Promise<LiveModule[]> {
  const { module, state } = liveModules;
  // One look into the index for each version, however many versions there are.
  const needed = executor
    .select()
    .from(moduleVersions)
    .where(sql`${moduleVersions.module} = ${module} and ${moduleVersions.version} = any(array[
      ${state} ->> 'version', ${state} -> 'canary' ->> 'version', ${state} -> 'earlierVersions' ->> -1])`)
    .as('needed');
  const rows = await executor
    .select({
      module,
      state,
      version: needed.version,
      address: needed.address,
      integrity: needed.integrity,
      policy: needed.policy,
      preloads: needed.preloads,
      entry: needed.entry,
      checkedBy: needed.checkedBy,
    })
    .from(liveModules)
    .leftJoinLateral(needed, sql`true`)
    .where(modules === undefined ? undefined : inArray(module, [...modules]));
  const packages = rows.filter((row) => isPackageName(row.module)).map((row) => row.module);
  if (packages.length > 0) rows.push(...(await listEarlierVersions(executor, packages)));
  const found = new Map<string, LiveModule & { versions: Map<string, VersionLocation> }>();
  for (const row of rows) {
    const entry = found.get(row.module) ?? { module: row.module, state: row.state, versions: new Map() };
    found.set(row.module, entry);
    if (row.version !== null && row.address !== null) {
      const { address, checkedBy, entry: details, integrity, policy, preloads } = row;
      entry.versions.set(row.version, {
        address,
        integrity: integrity ?? {},
        policy: policy ?? {},
        preloads: preloads ?? [],
        entry: details ?? {},
        checkedBy: checkedBy ?? 'nobody',
      });
    }
  }
  return [...found.values()];
}

/** Of a package, pages may load every version that a rollback leads to. */
function listEarlierVersions(executor: Executor, packages: readonly string[]) {
  const { address, checkedBy, entry, integrity, module, policy, preloads, version } = moduleVersions;
  return executor
    .select({ module, state: liveModules.state, version, address, integrity, policy, preloads, entry, checkedBy })
    .from(liveModules)
    .innerJoin(moduleVersions, eq(module, liveModules.module))
    .where(and(inArray(module, [...packages]), sql`${liveModules.state} -> 'earlierVersions' ? ${version}`));
}

/** A version and its location. `version` is null for the version of the shell's build. */
interface ResolvedVersion extends VersionLocation {
  readonly version: string | null;
}

/** The versions of a module, with their addresses. A version without an address is absent. */
export interface ResolvedModule {
  readonly module: string;
  readonly live: ResolvedVersion | undefined;
  readonly previous: ResolvedVersion | undefined;
  readonly canary: (ResolvedVersion & { readonly version: string; readonly audience: Audience }) | undefined;
  /** Whether the live version is in rollout: it is new, and there is a version to fall back to. */
  readonly isInRollout: boolean;
}

const millisecondsOfHour = 3_600_000;

export function resolveModule(
  { module, state, versions }: LiveModule,
  { entries, imports }: ImportMap,
  now: Date,
  rolloutHours: number,
): ResolvedModule {
  const locate = (version: string | null): ResolvedVersion | undefined => {
    if (version !== null) return withLocation(version, versions.get(version));
    const address = imports[modulePrefix + module];
    // The map of the build holds the integrity of its own files.
    const entry = address === undefined ? {} : (entries[address] ?? {});
    return address === undefined ? undefined : { version, address, integrity: {}, preloads: [], entry };
  };
  const [earlier] = state.earlierVersions.slice(-1);
  const previous = earlier === undefined ? undefined : locate(earlier);
  const canary = state.canary && withLocation(state.canary.version, versions.get(state.canary.version));
  return {
    module,
    live: state.isRemoved ? undefined : locate(state.version),
    previous,
    canary: canary && state.canary ? { ...canary, audience: state.canary.audience } : undefined,
    // Nothing falls back to an earlier version of a package.
    isInRollout:
      !isPackageName(module) && previous !== undefined && now.getTime() < findRolloutEnd({ state }, rolloutHours),
  };
}

function withLocation<Version extends string>(version: Version, location: VersionLocation | undefined) {
  return location && { version, ...location };
}

/** Finds the live version of a module, unless it is removed or still that of the shell's build. */
export function findStoredLiveVersion({
  state,
  versions,
}: LiveModule): (VersionLocation & { version: string }) | undefined {
  const { isRemoved, version } = state;
  return version === null || isRemoved ? undefined : withLocation(version, versions.get(version));
}

/** When the live version stops being new, in milliseconds; `-Infinity` if it never was. */
export function findRolloutEnd({ state }: Pick<LiveModule, 'state'>, rolloutHours: number): number {
  const { rolloutSince } = state;
  return rolloutSince === null
    ? Number.NEGATIVE_INFINITY
    : Date.parse(rolloutSince) + rolloutHours * millisecondsOfHour;
}

/** The user that an import map is for. */
export interface MapReader {
  /** The tenant of the host. */
  readonly tenant?: string | undefined;
  /** 0 to 9999; absent for a browser without a session. */
  readonly cohort?: number | undefined;
  /** The keys of the only modules that the reader needs; all by default. */
  readonly modules?: ReadonlySet<string> | undefined;
  /** The versions that the reader gets instead of the live ones. */
  readonly previews?: readonly Preview[] | undefined;
}

/** A version that one browser gets by a link. */
export interface Preview extends VersionLocation {
  readonly module: string;
  readonly version: string;
}

/** Whether the reader belongs to the audience. A larger percentage of a module includes the users of a smaller one. */
export function isInAudience(audience: Audience, module: string, { tenant, cohort }: MapReader): boolean {
  if ('tenants' in audience) return tenant !== undefined && audience.tenants.includes(tenant);
  return cohort !== undefined && hashToNumber(`${module}:${cohort}`, 100) < audience.percent;
}
