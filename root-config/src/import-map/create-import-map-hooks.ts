import { getModuleKey } from '@portico/shared';
import type { ImportMapHooks } from '../module-host/import-map-hooks';
import { waitAtMost } from '../module-host/with-timeout';
import { applyFallback, handleFailure, handleMount } from './fallback';
import { liveImportMap } from './live-import-map';

/** How long a module waits for the live map, in milliseconds. */
const timeout = 3_000;

/** Creates the hooks of a module: which of its versions this tab loads, and what follows from a failure. */
export function createImportMapHooks(name: string): ImportMapHooks {
  const key = getModuleKey(name);
  return {
    async beforeImport() {
      const isUnknown = liveImportMap.hasModule(key) === undefined;
      await waitAtMost<unknown>(isUnknown ? liveImportMap.lookUp(key) : liveImportMap.refreshForUser(), timeout);
      applyFallback(name);
    },
    async onImportError() {
      // It may have been published since the tab looked it up.
      await liveImportMap.refresh(key);
    },
    onMount: () => handleMount(name),
    onFailure: (failure, hasLeft) => handleFailure(name, failure, hasLeft),
  };
}
