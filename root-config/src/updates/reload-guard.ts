import { addLine, linesOf } from '../trials/session-lines';

/** The keys of the session storage, one for each unit: the releases that this tab was reloaded for, a line each. */
const prefix = 'portico:reloads:';
// A page that comes from a cache fails at its start again, whatever became of the storage.
const quietTime = 10_000;

const atStart = new Map<string, string | undefined>();

/** The releases that this tab has been reloaded for, the latest last. */
export function reloadsFor(unit: string): readonly string[] {
  return linesOf(prefix + unit);
}

/** Keeps that the tab is reloaded for a release. @returns whether it could be kept */
export function keepReload(unit: string, release: string): boolean {
  lastReloadBefore(unit);
  return addLine(prefix + unit, release);
}

/** The release that this page itself was loaded for: if another one runs in it, a cache stands between. */
export function lastReloadBefore(unit: string): string | undefined {
  if (!atStart.has(unit)) atStart.set(unit, reloadsFor(unit).at(-1));
  return atStart.get(unit);
}

/** Whether this page came by a reload a moment ago. */
export function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isReload && performance.now() < quietTime;
}
