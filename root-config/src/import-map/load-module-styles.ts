import { report } from '@portico/shared';
import { hasLinks, loadStyles } from '../module-host/load-styles';
import { withTimeout } from '../module-host/with-timeout';
import { liveImportMap } from './live-import-map';

/** Timeout for the style sheets of a module, in milliseconds. */
const limit = 5_000;

/**
 * Loads the style sheets of a module's entry, below those of what it imports. A missing sheet is reported, and the module
 * is shown without it; a late one applies when it arrives. A version in rollout fails without its own sheets, because
 * there is a version to fall back to. A late sheet is no failure of the version: the network is slow.
 * @param name of the module in the import map
 * @param own addresses of the sheets of its entry
 * @param imported addresses of the sheets of packages and modules that it imports, also through others
 * @throws Error for a version in rollout
 */
export async function loadModuleStyles(
  name: string,
  own: readonly string[],
  imported: readonly string[] = [],
): Promise<void> {
  const isRollout = liveImportMap.findRollout(name) !== undefined;
  await Promise.all([loadSheets(name, imported, false), loadSheets(name, own, isRollout)]);
}

async function loadSheets(name: string, addresses: readonly string[], isRollout: boolean): Promise<void> {
  if (addresses.length === 0) return;
  const late = new Error(`The style sheets ${addresses.join(', ')} did not load within ${limit / 1_000} s.`);
  try {
    await withTimeout(loadStyles(addresses), limit, () => late);
  } catch (error) {
    // The user has left, so the missing styles do not matter.
    if (!hasLinks(addresses)) return;
    if (error !== late && isRollout) throw error;
    report({ kind: 'load-error', source: name, error });
  }
}
