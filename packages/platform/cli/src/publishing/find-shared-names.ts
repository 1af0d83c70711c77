import type { ModuleStatus } from '@portico/contract';

// More modules with chunks than this are not looked at: each costs a download.
const maxModules = 200;
const atOnce = 8;
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
  const waiting = modules.filter(({ address, module }) => module !== key && address !== null).slice(0, maxModules);
  const found: { module: string; global: string }[] = [];
  async function work(): Promise<void> {
    for (let other = waiting.shift(); other !== undefined; other = waiting.shift()) {
      const names = new Set((await fetchEntry(new URL(other.address ?? '', portal))).match(chunkGlobal));
      for (const global of globals) if (names.has(global)) found.push({ module: other.module, global });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
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
