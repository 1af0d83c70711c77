import { isDeepStrictEqual } from 'node:util';
import type { Audience, ChangeAction, RolloutStep } from '@portico/contract/publishing';
import { addMilliseconds } from '../../database/database-clock';

/** The plan by which a canary widens, and where it stands. */
export interface RolloutPlan {
  readonly steps: readonly RolloutStep[];
  /** The index of the step that holds now. */
  readonly step: number;
  /** The live version that the canary is compared with. */
  readonly from: string | null;
  /** The earliest time of the next step (ISO 8601); null at the last step. */
  readonly nextAt: string | null;
  /** Why the plan waits. A person's plan continues by hand. */
  readonly held: { readonly by: 'portal' | 'person'; readonly reason: string; readonly since: string } | null;
}

/** A version that an audience gets before all other users. */
export interface Canary {
  readonly version: string;
  readonly audience: Audience;
  readonly since: string;
  readonly plan?: RolloutPlan | null;
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

/**
 * Publishes a version for an audience. This ends a plan. Returns `undefined` if the audience, or all users, have it
 * already.
 */
export function publishTo(state: ModuleState, version: string, audience: Audience, at: Date): Transition | undefined {
  const { canary } = state;
  const isTheSame = canary?.version === version && !canary.plan && createKey(canary.audience) === createKey(audience);
  if (version === state.version || isTheSame) return undefined;
  return setCanary(state, { version, audience, since: at.toISOString() });
}

/** Starts the plan of a version. Returns `undefined` if it has started already, or the version is live. */
export function startPlan(
  state: ModuleState,
  version: string,
  steps: readonly RolloutStep[],
  at: Date,
): Transition | undefined {
  const { canary } = state;
  const [first] = steps;
  const isTheSame = canary?.version === version && isDeepStrictEqual(canary.plan?.steps, steps);
  if (version === state.version || isTheSame || first === undefined) return undefined;
  const plan = createPlan(steps, 0, state.version, at);
  return setCanary(state, { version, audience: { percent: first.percent }, since: at.toISOString(), plan });
}

/** Starts the next step of the plan, whose last may publish for all. Returns `undefined` without a next step. */
export function widen(state: ModuleState, at: Date): Transition | undefined {
  const { canary } = state;
  if (!canary?.plan) return undefined;
  const { from, step, steps } = canary.plan;
  const next = steps[step + 1];
  if (next === undefined) return undefined;
  if (next.percent === 100) return promote(state, at);
  const plan = createPlan(steps, step + 1, from, at);
  return setCanary(state, { ...canary, audience: { percent: next.percent }, plan });
}

function setCanary(state: ModuleState, canary: Canary): Transition {
  const { audience, version: to } = canary;
  return { ...createTransition('canary', state, { ...state, canary }), to, audience };
}

function createPlan(steps: readonly RolloutStep[], step: number, from: string | null, at: Date): RolloutPlan {
  const seconds = steps[step]?.seconds;
  const nextAt = seconds === undefined ? null : addMilliseconds(at, seconds * 1000).toISOString();
  return { steps, step, from, nextAt, held: null };
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
