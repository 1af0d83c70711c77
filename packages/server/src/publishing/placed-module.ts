import { type Audience, type ImportMap, modulePrefix } from '@portico/contract';
import type { LiveModule, PlacedVersion } from './live-module';

/** A version and where it is; the version is null for what the shell's build names. */
export interface NamedVersion extends PlacedVersion {
  readonly version: string | null;
}

/** What a module runs over the map of the build; what has no address is absent. */
export interface PlacedModule {
  readonly module: string;
  readonly live: NamedVersion | undefined;
  readonly previous: NamedVersion | undefined;
  readonly canary: (NamedVersion & { readonly version: string; readonly audience: Audience }) | undefined;
  /** Whether the live version may be taken back: it is new, and there is one to fall back to. */
  readonly isOnTrial: boolean;
}

const millisecondsOfHour = 3_600_000;

export function placeModule(
  { module, state, versions }: LiveModule,
  { imports }: ImportMap,
  now: Date,
  trialHours: number,
): PlacedModule {
  const place = (version: string | null): NamedVersion | undefined => {
    if (version !== null) return withPlace(version, versions.get(version));
    const address = imports[modulePrefix + module];
    // The integrity of the build's own files stands in its map.
    return address === undefined ? undefined : { version, address, integrity: {} };
  };
  const [earlier] = state.earlierVersions.slice(-1);
  const previous = earlier === undefined ? undefined : place(earlier);
  const canary = state.canary && withPlace(state.canary.version, versions.get(state.canary.version));
  return {
    module,
    live: state.isRemoved ? undefined : place(state.version),
    previous,
    canary: canary && state.canary ? { ...canary, audience: state.canary.audience } : undefined,
    isOnTrial: previous !== undefined && isNew(state.trialSince, now, trialHours),
  };
}

function withPlace<Version extends string>(version: Version, place: PlacedVersion | undefined) {
  return place && { version, ...place };
}

function isNew(since: string | null, now: Date, trialHours: number): boolean {
  return since !== null && now.getTime() < Date.parse(since) + trialHours * millisecondsOfHour;
}
