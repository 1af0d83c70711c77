import type { Audience, ChangeAction } from '@portico/contract';

/** A version that an audience gets before all other users. */
interface Canary {
  readonly version: string;
  readonly audience: Audience;
  readonly since: string;
}

/**
 * The state of a module. A version is null for the version of the shell's build, which may not exist. Times are ISO
 * 8601.
 */
export interface ModuleState {
  readonly version: string | null;
  /** The targets of rollbacks, the latest last, each once. */
  readonly earlierVersions: readonly (string | null)[];
  readonly since: string | null;
  /** The start of the rollout; null for a version that a person rolled back to. */
  readonly rolloutSince: string | null;
  readonly canary: Canary | null;
  /** Whether the module was removed from the map. */
  readonly isRemoved: boolean;
}

/** A change of a module, as the history records it, and the new state. */
export interface Transition {
  readonly action: ChangeAction;
  readonly from: string | null;
  readonly to: string | null;
  readonly audience: Audience | null;
  readonly state: ModuleState;
}

/** The state of a module that was never changed. */
export const initialState: ModuleState = {
  version: null,
  earlierVersions: [],
  since: null,
  rolloutSince: null,
  canary: null,
  isRemoved: false,
};

const maxEarlierVersions = 100;

/** Publishes a version for all users. Returns `undefined` if it is live already. */
export function publish(
  state: ModuleState,
  version: string,
  at: Date,
  action: 'publish' | 'promote' = 'publish',
): Transition | undefined {
  if (version === state.version) return undefined;
  // A rollback from this version must not lead to itself.
  const earlierVersions = pushLiveVersion(state).filter((earlier) => earlier !== version);
  return {
    action,
    from: state.version,
    to: version,
    audience: null,
    state: { ...setLiveVersion(state, version, at), earlierVersions, rolloutSince: at.toISOString() },
  };
}

/** Publishes a version for an audience. Returns `undefined` if the audience, or all users, have it already. */
export function publishTo(state: ModuleState, version: string, audience: Audience, at: Date): Transition | undefined {
  const isTheSame = state.canary?.version === version && isSameAudience(state.canary.audience, audience);
  if (version === state.version || isTheSame) return undefined;
  return {
    action: 'canary',
    from: state.version,
    to: version,
    audience,
    state: { ...state, canary: { version, audience, since: at.toISOString() } },
  };
}

/** Publishes the canary for all users. Returns `undefined` if there is no canary. */
export function promote(state: ModuleState, at: Date): Transition | undefined {
  return state.canary === null ? undefined : publish(state, state.canary.version, at, 'promote');
}

/** Ends the canary. Returns `undefined` if there is none. */
export function withdraw(
  state: ModuleState,
  action: 'withdraw' | 'automatic-rollback' = 'withdraw',
): Transition | undefined {
  const { canary, version } = state;
  if (canary === null) return undefined;
  return {
    action,
    from: canary.version,
    to: version,
    audience: canary.audience,
    state: { ...state, canary: null },
  };
}

/**
 * Rolls back to the previous version, or to the given one. Returns `undefined` without a previous version, or if the
 * given one is live. After an automatic rollback the version is in rollout again, because its first rollout may not
 * have ended; after a rollback by a person it is not.
 */
export function rollBack(
  state: ModuleState,
  at: Date,
  to?: string,
  action: 'rollback' | 'automatic-rollback' = 'rollback',
): Transition | undefined {
  const { earlierVersions } = state;
  const position = to === undefined ? earlierVersions.length - 1 : earlierVersions.lastIndexOf(to);
  const version = to ?? earlierVersions[position];
  if (version === undefined || (to !== undefined && to === state.version)) return undefined;
  return {
    action,
    from: state.version,
    to: version,
    audience: null,
    state: {
      ...setLiveVersion(state, version, at),
      earlierVersions: position < 0 ? earlierVersions : earlierVersions.slice(0, position),
      rolloutSince: action === 'automatic-rollback' ? at.toISOString() : null,
    },
  };
}

/** Removes the module from the map. Returns `undefined` if it is not there. */
export function remove(state: ModuleState, at: Date): Transition | undefined {
  if (state.isRemoved && state.canary === null) return undefined;
  return {
    action: 'remove',
    from: state.version,
    to: null,
    audience: null,
    state: { ...initialState, earlierVersions: pushLiveVersion(state), since: at.toISOString(), isRemoved: true },
  };
}

/**
 * Removes versions from the module for good, as if they had never been published. If the live version is removed, the
 * previous one becomes live; without one, the module is removed.
 */
export function release(
  state: ModuleState,
  versions: ReadonlySet<string>,
  at: Date,
  action: 'release' | 'quarantine' = 'release',
): Transition {
  const isKept = (version: string | null | undefined) => version == null || !versions.has(version);
  const kept: ModuleState = {
    ...state,
    earlierVersions: state.earlierVersions.filter(isKept),
    canary: isKept(state.canary?.version) ? state.canary : null,
  };
  const next = isKept(state.version) ? undefined : (rollBack(kept, at) ?? remove(kept, at));
  const { state: after, to } = next ?? { state: kept, to: kept.version };
  const earlierVersions = after.earlierVersions.filter(isKept);
  return { action, from: state.version, to, audience: null, state: { ...after, earlierVersions } };
}

function setLiveVersion(state: ModuleState, version: string | null, at: Date): ModuleState {
  const canary = state.canary?.version === version ? null : state.canary;
  return { ...state, version, since: at.toISOString(), canary, isRemoved: false };
}

function pushLiveVersion({ earlierVersions, isRemoved, version }: ModuleState): readonly (string | null)[] {
  if (isRemoved) return earlierVersions;
  return [...earlierVersions.filter((earlier) => earlier !== version), version].slice(-maxEarlierVersions);
}

function isSameAudience(one: Audience, other: Audience): boolean {
  if ('percent' in one) return 'percent' in other && one.percent === other.percent;
  return 'tenants' in other && createKey(one.tenants) === createKey(other.tenants);
}

function createKey(tenants: readonly string[]): string {
  return [...new Set(tenants)].sort().join();
}
