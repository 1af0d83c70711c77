import type { ModuleStatus } from '@portico/contract';
import { handleInParallel } from './upload-files';

/** Maximum number of modules to read: each costs a download. */
const maxModules = 200;
const atOnce = 8;
/** Timeout of a request for an entry, in milliseconds. */
const timeout = 5_000;

const chunkGlobal = /\b(?:webpack|rspack)Chunk[\w$]*/g;

/**
 * Finds live modules whose build registers its chunks at a global of this one: on one page they mix up their chunks. A
 * module that cannot be fetched is skipped.
 * @param portal the base of relative addresses
 * @returns the keys of the others, with the global
 */
export async function findSharedNames(
  key: string,
  globals: readonly string[],
  modules: readonly ModuleStatus[],
  portal: string,
): Promise<{ readonly module: string; readonly global: string }[]> {
  if (globals.length === 0) return [];
  const others = modules.filter(({ address, module }) => module !== key && address !== null).slice(0, maxModules);
  const found: { module: string; global: string }[] = [];
  await handleInParallel(others, atOnce, async ({ address, module }) => {
    const entry = await fetchEntry(new URL(address ?? '', portal));
    const names = new Set(entry.match(chunkGlobal));
    for (const global of globals) if (names.has(global)) found.push({ module, global });
  });
  return found;
}

async function fetchEntry(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
}
