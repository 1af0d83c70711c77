import { type ImportMap, readPage } from '@portico/shared';

/** Of modules by their names in the import map; `fallback` is the address of the version before. */
export type Trials = ImportMap['trials'];

// SystemJS keeps nothing of an import map that it does not know.
let own: Trials | undefined;

/** The versions on trial among those that this tab goes by. */
export function ownTrials(): Trials {
  own ??= readPage().importMap.trials;
  return own;
}

/** Takes over those of a later map. */
export function takeTrials(trials: Trials): void {
  own = trials;
}

/** The trial of what this tab loads by a name; a developer's override is never on trial. */
export function trialOf(name: string): Trials[string] | undefined {
  return Object.hasOwn(readPage().overrides, name) ? undefined : ownTrials()[name];
}
