import { modulePrefix } from '@portico/shared';

/** An import map with absolute addresses alone. */
export interface AbsoluteMap {
  readonly imports: Readonly<Record<string, string>>;
  /** By address; empty where the file is not checked. */
  readonly integrity: Readonly<Record<string, string>>;
}

/**
 * What a tab takes over of the live map without a reload: where modules that it has not loaded are now, and what the
 * files must hold that it has not heard of.
 * @param own the map that the tab goes by
 * @param isSettled whether a module has to stay where it is
 */
export function additionsOf(own: AbsoluteMap, live: AbsoluteMap, isSettled: (name: string) => boolean): AbsoluteMap {
  const free = Object.entries(live.imports).filter(([name]) => name.startsWith(modulePrefix) && !isSettled(name));
  const checks = [
    ...Object.entries(live.integrity).filter(([address]) => own.integrity[address] === undefined),
    // The same address may hold another build, or one that is no longer checked.
    ...free.map(([, address]) => [address, live.integrity[address] ?? ''] as const),
  ];
  return {
    imports: Object.fromEntries(free.filter(([name, address]) => own.imports[name] !== address)),
    integrity: Object.fromEntries(checks.filter(([address, hash]) => (own.integrity[address] ?? '') !== hash)),
  };
}
