import { consoleKey, getModuleKeys, type ImportMap, isPackageName, modulePrefix } from '@portico/contract';
import type { Audience } from '@portico/contract/publishing';
import { hashToNumber } from '../../identity/sessions/cohort';
import { createUnchangedModule, type LiveModule, type ModuleVersion, type StoredVersion } from './live-module';
import type { Canary } from './transitions';

/** A module with its versions, also that of the shell's build. */
export interface ResolvedModule extends LiveModule {
  readonly live: ModuleVersion | undefined;
  readonly previous: ModuleVersion | undefined;
  readonly canary: (StoredVersion & Canary) | undefined;
  /** Whether the live version is in rollout: it is new, and there is a version to fall back to. */
  readonly isInRollout: boolean;
}

/** The modules and packages of the build and those that were ever changed, by key. */
export type ResolvedModules = ReadonlyMap<string, ResolvedModule>;

const millisecondsOfHour = 3_600_000;

export function resolveModule(
  live: LiveModule,
  { entries, imports }: ImportMap,
  now: Date,
  rolloutHours: number,
): ResolvedModule {
  const { module, state, versions } = live;
  const built = imports[modulePrefix + module];
  const find = (version: string | null | undefined): ModuleVersion | undefined => {
    if (version !== null) return version === undefined ? undefined : versions.get(version);
    // The map of the build holds the integrity of its own files.
    const content = { integrity: {}, preloads: [], entry: entries[built ?? ''] ?? {} };
    return built === undefined ? undefined : { module, version, address: built, ...content };
  };
  const previous = find(state.earlierVersions.at(-1));
  const canary = state.canary && versions.get(state.canary.version);
  return {
    ...live,
    live: state.isRemoved ? undefined : find(state.version),
    previous,
    canary: canary && state.canary ? { ...canary, ...state.canary } : undefined,
    // A package has no fallback.
    isInRollout: !isPackageName(module) && previous !== undefined && now.getTime() < findRolloutEnd(live, rolloutHours),
  };
}

/**
 * Resolves the modules that were ever changed, and adds the others of the build. The console is always that of the build,
 * even if a team published a module with its key to an earlier release.
 */
export function resolveModules(
  changed: readonly LiveModule[],
  base: ImportMap,
  now: Date,
  rolloutHours: number,
): ResolvedModules {
  const built = getModuleKeys(base).map(createUnchangedModule);
  const modules = new Map(
    [...built, ...changed.filter(({ module }) => module !== consoleKey)].map((live) => [live.module, live]),
  );
  return new Map([...modules].map(([key, live]) => [key, resolveModule(live, base, now, rolloutHours)]));
}

/** Returns the end of the rollout of the live version in milliseconds; `-Infinity` without a rollout. */
export function findRolloutEnd({ state }: LiveModule, rolloutHours: number): number {
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
  /** The keys or routes of the modules that the reader needs; all by default. */
  readonly modules?: ReadonlySet<string> | undefined;
  /** The keys of further modules, of which the map has those that add something to pages of others. */
  readonly contributors?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** The versions of the preview links of this browser. */
  readonly previews?: readonly StoredVersion[] | undefined;
  /** Whether the map has the versions to fall back to; true by default. */
  readonly hasFallbacks?: boolean;
}

/** Returns whether the reader is in the audience. A larger percentage includes the users of a smaller one. */
export function isInAudience(audience: Audience, module: string, { tenant, cohort }: MapReader): boolean {
  if ('tenants' in audience) return tenant !== undefined && audience.tenants.includes(tenant);
  return cohort !== undefined && hashToNumber(`${module}:${cohort}`, 100) < audience.percent;
}

/** The versions that a reader gets as a member of their audiences. */
export interface ReaderVersions {
  /** The modules and packages with a canary for the reader. */
  readonly canaries: ReadonlySet<string>;
  readonly previews: readonly StoredVersion[];
}

/**
 * Chooses the version of a module for a reader: the preview, the canary, or the live version. The browser runs
 * `fallback` if the chosen version fails. A preview has none, so that its failure is on screen.
 */
export function chooseVersion(
  modules: ResolvedModules,
  module: string,
  { canaries, previews }: ReaderVersions,
): { readonly chosen?: ModuleVersion | undefined; readonly fallback?: ModuleVersion | undefined } {
  const preview = previews.find((one) => one.module === module);
  if (preview) return { chosen: preview };
  const found = modules.get(module);
  if (found && canaries.has(module)) return { chosen: found.canary, fallback: found.live };
  return { chosen: found?.live, fallback: found?.isInRollout ? found.previous : undefined };
}
