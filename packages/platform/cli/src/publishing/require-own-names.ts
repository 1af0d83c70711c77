import type { ModuleStatus } from '@portico/contract/publishing';
import { CommandError } from '../terminal/arguments';
import { handleInParallel } from './upload-files';

/** Maximum number of modules to read: each costs a download. */
const maxModules = 200;
const atOnce = 8;
/** Timeout of a request for an entry, in milliseconds. */
const timeout = 5_000;

/**
 * Refuses a build that registers its chunks at a global of another live module: on one page they mix up their chunks.
 * Skips modules that cannot be fetched.
 * @param portal the base of relative addresses
 * @throws CommandError that names the other module
 */
export async function requireOwnNames(
  key: string,
  globals: readonly string[],
  modules: readonly ModuleStatus[],
  portal: string,
): Promise<void> {
  if (globals.length === 0) return;
  const others = modules.filter(({ address, module }) => module !== key && address !== null).slice(0, maxModules);
  await handleInParallel(others, atOnce, async ({ address, module }) => {
    const entry = await fetchEntry(new URL(address ?? '', portal));
    const names = new Set(entry.match(/\b(?:webpack|rspack)Chunk[\w$]*/g));
    const shared = globals.find((global) => names.has(global));
    if (shared === undefined) return;
    throw new CommandError(
      `Not published: the live module ${module} has the same uniqueName, so both would register chunks at window.${shared}. Set output.uniqueName to "${key}".`,
    );
  });
}

async function fetchEntry(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
}
