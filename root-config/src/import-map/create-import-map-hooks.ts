import { getModuleKey, isSignedInAtom, readPage, store } from '@portico/shared';
import type { ImportMapHooks } from '../module-host/import-map-hooks';
import { waitAtMost } from '../module-host/with-timeout';
import { loadUpdates } from './load-updates';
import { hasModule, lookUpModule } from './module-lookup';
import { findRollout } from './rollouts';
import { readList } from './session-list-storage';
import { wantedModules } from './wanted-modules';

/** How long a module waits for the live map, and for the chunk for updates, in milliseconds. */
const timeout = 3_000;

let userRefresh: Promise<unknown> | undefined;

/**
 * Creates the hooks of a module: which of its versions this tab loads, and what follows from a failure. Most of it is
 * in the chunk for updates; if that does not load, the module fails as any other.
 */
export function createImportMapHooks(name: string): ImportMapHooks {
  const key = getModuleKey(name);
  const loadInTime = () => waitAtMost(loadUpdates(), timeout);
  return {
    async beforeImport() {
      if (hasModule(key) === undefined) await waitAtMost(lookUpModule(key), timeout);
      // The page may have been rendered for another audience than the user who has signed in since.
      else if (readPage().state.dependsOnUser && store.get(isSignedInAtom)) {
        userRefresh ??= waitAtMost(refreshSince(performance.now()), timeout);
        await userRefresh;
      }
      if (findRollout(name) && readList('failed', name).length > 0) (await loadInTime())?.applyFallback(name);
    },
    async onImportError() {
      // It may have been published since the tab looked it up.
      wantedModules.add(key);
      const updates = await loadUpdates().catch(() => undefined);
      await updates?.refreshLiveMap();
    },
    onMount() {
      if (findRollout(name)) void loadInTime().then((updates) => updates?.handleMount(name));
    },
    async onFailure(failure, hasLeft) {
      const updates = findRollout(name) && (await loadInTime());
      return updates ? updates.handleFailure(name, failure, hasLeft) : failure;
    },
  };
}

async function refreshSince(since: number): Promise<void> {
  const { refreshLiveMap } = await loadUpdates();
  await refreshLiveMap('no-store', since);
}
