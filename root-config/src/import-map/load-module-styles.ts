import { report } from '@portico/shared';
import { hasLinks, loadStyles } from '../module-host/load-styles';
import { withTimeout } from '../module-host/with-timeout';
import { liveImportMap } from './live-import-map';

/** How long a module waits for its style sheets, in milliseconds. */
const limit = 5_000;

/**
 * Loads the style sheets of a module's entry, below those of what it imports. Without one of them the module is shown all
 * the same, and the failure is reported; one that arrives later applies then. A version in rollout has failed instead
 * without its own, because the version before it has them; but not by one that is only late: the network is slow, not the
 * version broken.
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
