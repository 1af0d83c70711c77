import { isSignedInAtom, readPage, store } from '@portico/shared';
import { withinTimeLimit } from '../module-host/time-limit';
import { loadUpdates } from '../updates/updates-part';

/** Who cannot be reached must not keep a module from being tried, in milliseconds. */
const patience = 3_000;

let look: Promise<unknown> | undefined;

/**
 * Where the map of the page may not be the one that is meant for who has signed in, resolves once the live one has been
 * looked at; that happens once.
 */
export async function untilMapOfUser(): Promise<void> {
  if (!readPage().state.dependsOnUser || !store.get(isSignedInAtom)) return;
  look ??= withinTimeLimit(lookNow(), patience, () => new Error('late')).catch(() => undefined);
  await look;
}

/** A look from before she signed in does not count. */
async function lookNow(): Promise<void> {
  const since = performance.now();
  const { lookAtLiveMap } = await loadUpdates();
  await lookAtLiveMap('no-store', since);
}
