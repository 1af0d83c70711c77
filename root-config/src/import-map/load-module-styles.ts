import { report } from '@portico/shared';
import { hasLinks, loadStyles } from '../module-host/load-styles';
import { withTimeout } from '../module-host/with-timeout';
import { liveImportMap } from './live-import-map';

/** How long a module waits for its style sheets, in milliseconds. */
const limit = 5_000;

/**
 * Loads the style sheets of a module's entry. Without one of them the module is shown all the same, and the failure is
 * reported; one that arrives later applies then. A version in rollout has failed instead, because the version before it
 * has its styles; but not by one that is only late: the network is slow, not the version broken.
 * @param name of the module in the import map
 * @throws Error for a version in rollout
 */
export async function loadModuleStyles(name: string, addresses: readonly string[]): Promise<void> {
  const late = new Error(`The style sheets ${addresses.join(', ')} did not load within ${limit / 1_000} s.`);
  try {
    await withTimeout(loadStyles(addresses), limit, () => late);
  } catch (error) {
    // The user has left, so the missing styles do not matter.
    if (!hasLinks(addresses)) return;
    if (error !== late && liveImportMap.findRollout(name)) throw error;
    report({ kind: 'load-error', source: name, error });
  }
}
