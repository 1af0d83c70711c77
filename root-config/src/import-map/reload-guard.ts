import { appendToList, readList } from './session-list-storage';

/** A page that comes from a cache fails right after its start, whatever is stored; in milliseconds. */
const quietTime = 10_000;

const lastBeforeLoad = new Map<string, string | undefined>();

/** The releases of a unit that this tab has been reloaded for, the latest last. */
export function getReloads(unit: string): readonly string[] {
  return readList('reloads', unit);
}

/**
 * Stores that the tab is about to be reloaded for a release.
 * @returns whether the browser has stored it
 */
export function storeReload(unit: string, release: string): boolean {
  getReloadedRelease(unit);
  return appendToList('reloads', unit, release);
}

/** The release that this page was loaded for. If another one runs here, the page or the map came from a cache. */
export function getReloadedRelease(unit: string): string | undefined {
  if (!lastBeforeLoad.has(unit)) lastBeforeLoad.set(unit, getReloads(unit).at(-1));
  return lastBeforeLoad.get(unit);
}

/** Whether this page was loaded by a reload a moment ago. */
export function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isReload && performance.now() < quietTime;
}
