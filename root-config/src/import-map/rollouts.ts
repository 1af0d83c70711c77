import { type ImportMap, readPage } from '@portico/shared';

/** Rollouts by import map name: the version, and the address of the version before it (`fallback`). */
export type Rollouts = ImportMap['rollouts'];

// SystemJS drops the fields of an import map that it does not know.
let rollouts: Rollouts | undefined;

/** The rollouts of the import map that this tab follows. */
export function getRollouts(): Rollouts {
  rollouts ??= readPage().importMap.rollouts;
  return rollouts;
}

export function setRollouts(later: Rollouts): void {
  rollouts = later;
}

/** The rollout of what this tab loads by the name; `undefined` for a developer's override. */
export function findRollout(name: string): Rollouts[string] | undefined {
  return Object.hasOwn(readPage().overrides, name) ? undefined : getRollouts()[name];
}
