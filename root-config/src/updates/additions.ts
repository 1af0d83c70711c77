import { modulePrefix } from '@portico/shared';
import type { Trials } from '../trials/own-trials';

/** An import map with absolute addresses alone. */
export interface AbsoluteMap {
  readonly imports: Readonly<Record<string, string>>;
  /** By address; empty where the file is not checked. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Of modules by name. */
  readonly trials: Readonly<Trials>;
}

/**
 * What a tab takes over of the live map without a reload: where modules that it has not loaded are now, what the
 * files must hold that it has not heard of, and all trials of what it goes by then.
 * @param own the map that the tab goes by
 * @param isSettled whether a module has to stay where it is
 */
export function additionsOf(own: AbsoluteMap, live: AbsoluteMap, isSettled: (name: string) => boolean): AbsoluteMap {
  const isFree = (name: string) => name.startsWith(modulePrefix) && !isSettled(name);
  const free = Object.entries(live.imports).filter(([name]) => isFree(name));
  const checks = [
    ...Object.entries(live.integrity).filter(([address]) => own.integrity[address] === undefined),
    // The same address may hold another build, or one that is no longer checked.
    ...free.map(([, address]) => [address, live.integrity[address] ?? ''] as const),
  ];
  const isFollowed = (name: string) => {
    const address = live.imports[name];
    return address !== undefined && (isFree(name) || address === own.imports[name]);
  };
  return {
    imports: Object.fromEntries(free.filter(([name, address]) => own.imports[name] !== address)),
    integrity: Object.fromEntries(checks.filter(([address, hash]) => (own.integrity[address] ?? '') !== hash)),
    trials: Object.fromEntries([
      ...Object.entries(own.trials).filter(([name]) => !isFollowed(name)),
      ...Object.entries(live.trials).filter(([name]) => isFollowed(name)),
    ]),
  };
}
