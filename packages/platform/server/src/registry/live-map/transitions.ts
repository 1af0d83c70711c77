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

function createTransition(action: ChangeAction, before: ModuleState, state: ModuleState): Transition {
  return { action, from: before.version, to: state.version, audience: null, state };
}

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
  const rolloutSince = at.toISOString();
  return createTransition(action, state, { ...setLiveVersion(state, version, at), earlierVersions, rolloutSince });
}

/** Publishes a version for an audience. Returns `undefined` if the audience, or all users, have it already. */
export function publishTo(state: ModuleState, version: string, audience: Audience, at: Date): Transition | undefined {
  const { canary } = state;
  const isTheSame = canary?.version === version && createKey(canary.audience) === createKey(audience);
  if (version === state.version || isTheSame) return undefined;
  const next = { ...state, canary: { version, audience, since: at.toISOString() } };
  return { ...createTransition('canary', state, next), to: version, audience };
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
  if (state.canary === null) return undefined;
  const { audience, version: from } = state.canary;
  return { ...createTransition(action, state, { ...state, canary: null }), from, audience };
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
  const position = to === undefined ? state.earlierVersions.length - 1 : state.earlierVersions.lastIndexOf(to);
  const version = to ?? state.earlierVersions[position];
  if (version === undefined || (to !== undefined && to === state.version)) return undefined;
  const earlierVersions = position < 0 ? state.earlierVersions : state.earlierVersions.slice(0, position);
  const rolloutSince = action === 'automatic-rollback' ? at.toISOString() : null;
  return createTransition(action, state, { ...setLiveVersion(state, version, at), earlierVersions, rolloutSince });
}

/** Removes the module from the map. Returns `undefined` if it is not there. */
export function remove(state: ModuleState, at: Date): Transition | undefined {
  if (state.isRemoved && state.canary === null) return undefined;
  const removed = {
    ...initialState,
    earlierVersions: pushLiveVersion(state),
    since: at.toISOString(),
    isRemoved: true,
  };
  return createTransition('remove', state, removed);
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
  const next = isKept(state.version) ? kept : ((rollBack(kept, at) ?? remove(kept, at))?.state ?? kept);
  return createTransition(action, state, { ...next, earlierVersions: next.earlierVersions.filter(isKept) });
}

function setLiveVersion(state: ModuleState, version: string | null, at: Date): ModuleState {
  const canary = state.canary?.version === version ? null : state.canary;
  return { ...state, version, since: at.toISOString(), canary, isRemoved: false };
}

function pushLiveVersion({ earlierVersions, isRemoved, version }: ModuleState): readonly (string | null)[] {
  if (isRemoved) return earlierVersions;
  return [...earlierVersions.filter((earlier) => earlier !== version), version].slice(-maxEarlierVersions);
}

/** Equal for equal audiences. */
function createKey(audience: Audience): string {
  return 'percent' in audience ? `${audience.percent} %` : [...new Set(audience.tenants)].sort().join();
}
