import { readPage } from '@portico/shared';
import { loadUpdates } from './load-updates';

/**
 * Reloads the page for an ES module that a team hosts if the page's native import map lacks its integrity: it was
 * published since, and nothing can add to that map (docs/decisions/0041).
 * @throws Error when the page was reloaded just now
 */
export async function requireNativeIntegrity(address: string): Promise<void> {
  const { integrity = {} } = System.getImportMap();
  const isOfPortal = new URL(address).origin === location.origin;
  if (isOfPortal || !integrity[address] || readPage().importMap.integrity[address]) return;
  const { reloadForIntegrity } = await loadUpdates();
  await reloadForIntegrity(address);
}
