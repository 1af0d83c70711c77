import type { Verdict } from './check-module';

/** Modules on one page whose builds have the same name mix up their chunks. */
export function sharedNames(verdicts: readonly Verdict[]): string[] {
  const holders = new Map<string, string[]>();
  for (const { module, chunkGlobals } of verdicts) {
    for (const global of new Set(chunkGlobals)) holders.set(global, [...(holders.get(global) ?? []), module.folder]);
  }
  return [...holders.values()]
    .filter((folders) => folders.length > 1)
    .map((folders) => `${folders.join(' and ')} have the same uniqueName: each needs one of its own, its key.`);
}
