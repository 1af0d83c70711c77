import { type Audience, type ImportMap, isPackageName, modulePrefix } from '@portico/contract';
import { hashToNumber } from '../../identity/sessions/cohort';
import type { LiveModule, VersionLocation } from './live-module';

/** A version and its location. `version` is null for the version of the shell's build. */
interface ResolvedVersion extends VersionLocation {
  readonly version: string | null;
}

/** The versions of a module with their addresses. Versions without an address are absent. */
export interface ResolvedModule extends LiveModule {
  readonly live: ResolvedVersion | undefined;
  readonly previous: ResolvedVersion | undefined;
  readonly canary: (ResolvedVersion & { readonly version: string; readonly audience: Audience }) | undefined;
  /** Whether the live version is in rollout: it is new, and there is a version to fall back to. */
  readonly isInRollout: boolean;
}

const millisecondsOfHour = 3_600_000;

export function resolveModule(
  live: LiveModule,
  { entries, imports }: ImportMap,
  now: Date,
  rolloutHours: number,
): ResolvedModule {
  const { module, state, versions } = live;
  const locate = <Version extends string>(version: Version) => {
    const location = versions.get(version);
    return location && { version, ...location };
  };
  const locateBuilt = (): ResolvedVersion | undefined => {
    const address = imports[modulePrefix + module];
    if (address === undefined) return undefined;
    // The map of the build holds the integrity of its own files.
    return { version: null, address, integrity: {}, preloads: [], entry: entries[address] ?? {} };
  };
  const find = (version: string | null) => (version === null ? locateBuilt() : locate(version));
  const earlier = state.earlierVersions.at(-1);
  const previous = earlier === undefined ? undefined : find(earlier);
  const canary = state.canary && locate(state.canary.version);
  return {
    ...live,
    live: state.isRemoved ? undefined : find(state.version),
    previous,
    canary: canary && state.canary ? { ...canary, audience: state.canary.audience } : undefined,
    // A package has no fallback.
    isInRollout: !isPackageName(module) && previous !== undefined && now.getTime() < findRolloutEnd(live, rolloutHours),
  };
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
  /** The keys of the modules that the reader needs; all by default. */
  readonly modules?: ReadonlySet<string> | undefined;
  /** The versions of the preview links of this browser. */
  readonly previews?: readonly Preview[] | undefined;
}

/** The version of a preview link. */
export interface Preview extends VersionLocation {
  readonly module: string;
  readonly version: string;
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
  readonly previews: readonly Preview[];
}

/** The reader of live versions alone. */
export const liveVersions: ReaderVersions = { canaries: new Set(), previews: [] };

/**
 * Chooses the version of a module for a reader: the preview, the canary, or the live version. The browser runs
 * `fallback` if the chosen version fails. A preview has none, so that its failure is on screen.
 */
export function chooseVersion(
  { canary, isInRollout, live, module, previous }: ResolvedModule,
  { canaries, previews }: ReaderVersions,
): { readonly chosen?: ResolvedVersion | undefined; readonly fallback?: ResolvedVersion | undefined } {
  const preview = previews.find((one) => one.module === module);
  if (preview) return { chosen: preview };
  if (canaries.has(module)) return { chosen: canary, fallback: live };
  return { chosen: live, fallback: isInRollout ? previous : undefined };
}
