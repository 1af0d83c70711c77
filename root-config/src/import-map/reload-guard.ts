import { readPage } from '@portico/shared';

/** A page that comes from a cache fails right after its start, whatever is stored; in milliseconds. */
const quietTime = 10_000;

/** Whether this page was loaded by a reload a moment ago. */
export function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isReload && performance.now() < quietTime;
}

/**
 * Reloads the page for an ES module that a team hosts if the page's native import map lacks its integrity: it was
 * published since, and nothing can add to that map (docs/decisions/0041).
 * @throws Error when the page was reloaded just now
 */
export async function requireNativeIntegrity(address: string): Promise<void> {
  const { integrity = {} } = System.getImportMap();
  const isOfPortal = new URL(address).origin === location.origin;
  if (isOfPortal || !integrity[address] || readPage().importMap.integrity[address]) return;
  if (wasJustReloaded()) throw new Error(`The integrity of ${address} is unknown in this page.`);
  location.reload();
  await new Promise<never>(() => {});
}
