import type { Audience, ChangeAction } from '@portico/contract';

/** A version that some get before everybody does. */
export interface Canary {
  readonly version: string;
  readonly audience: Audience;
  readonly since: string;
}

/**
 * What a module runs. A version is null for what the shell's build names, also where it names nothing. Times are
 * ISO 8601.
 */
export interface ModuleState {
  readonly version: string | null;
  /** The way back, the latest last; each version stands there once. */
  readonly earlierVersions: readonly (string | null)[];
  readonly since: string | null;
  /** Since when the version is on trial, if it has to prove itself. */
  readonly trialSince: string | null;
  readonly canary: Canary | null;
  /** Whether the module is not in the map at all. */
  readonly isRemoved: boolean;
}

/** A step of a module: what it is recorded as, and what the module runs then. */
export interface Transition {
  readonly action: ChangeAction;
  readonly from: string | null;
  readonly to: string | null;
  readonly audience: Audience | null;
  readonly state: ModuleState;
}

/** What no change was made to yet. */
export const initialState: ModuleState = {
  version: null,
  earlierVersions: [],
  since: null,
  trialSince: null,
  canary: null,
  isRemoved: false,
};

/** How many versions the way back holds. */
const earlierVersionsMax = 100;

/** Lets a version be live for all; `undefined` when it is. */
export function publish(
  state: ModuleState,
  version: string,
  at: Date,
  action: 'publish' | 'promote' = 'publish',
): Transition | undefined {
  if (version === state.version) return undefined;
  // Whoever leaves this version is not led back to it.
  const earlierVersions = wayBackFrom(state).filter((earlier) => earlier !== version);
  return {
    action,
    from: state.version,
    to: version,
    audience: null,
    state: { ...runs(state, version, at), earlierVersions, trialSince: at.toISOString() },
  };
}

/** Lets a version be live for some; `undefined` when it is for them, or for all. */
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

/** Lets the canary be live for all; `undefined` without one. */
export function promote(state: ModuleState, at: Date): Transition | undefined {
  return state.canary === null ? undefined : publish(state, state.canary.version, at, 'promote');
}

/** Takes the canary away; `undefined` without one. */
export function withdraw(state: ModuleState, action: 'withdraw' | 'take-back' = 'withdraw'): Transition | undefined {
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
 * Goes back to the version before, or to the one that is named, whether it stands in the way back or not; `undefined`
 * when there is nothing before, or that one is live. A person vouches for it; where the server goes back by itself the
 * version is on trial again, since it may never have proved itself.
 */
export function rollBack(
  state: ModuleState,
  at: Date,
  to?: string,
  action: 'rollback' | 'take-back' = 'rollback',
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
      ...runs(state, version, at),
      earlierVersions: position < 0 ? earlierVersions : earlierVersions.slice(0, position),
      trialSince: action === 'take-back' ? at.toISOString() : null,
    },
  };
}

/** Takes the module out of the map; `undefined` when it is not there. */
export function remove(state: ModuleState, at: Date): Transition | undefined {
  if (state.isRemoved && state.canary === null) return undefined;
  return {
    action: 'remove',
    from: state.version,
    to: null,
    audience: null,
    state: { ...initialState, earlierVersions: wayBackFrom(state), since: at.toISOString(), isRemoved: true },
  };
}

function runs(state: ModuleState, version: string | null, at: Date): ModuleState {
  const canary = state.canary?.version === version ? null : state.canary;
  return { ...state, version, since: at.toISOString(), canary, isRemoved: false };
}

function wayBackFrom({ earlierVersions, isRemoved, version }: ModuleState): readonly (string | null)[] {
  if (isRemoved) return earlierVersions;
  return [...earlierVersions.filter((earlier) => earlier !== version), version].slice(-earlierVersionsMax);
}

function isSameAudience(one: Audience, other: Audience): boolean {
  if ('percent' in one) return 'percent' in other && one.percent === other.percent;
  return 'tenants' in other && keyOf(one.tenants) === keyOf(other.tenants);
}

function keyOf(tenants: readonly string[]): string {
  return [...new Set(tenants)].sort().join();
}
