import { addressAtom, store } from '@portico/shared';
import { findNewRelease, getLastRefresh, refreshLiveMap } from './live-map';
import { getLastOffer, offerUpdate, withdrawOffer } from './offer-update';
import { pollingPeriod } from './polling-period';
import { getOpenModule } from './release';
import { getReloadedRelease } from './reload-guard';

/** The longest random delay after an announcement, in milliseconds, so that not all browsers ask at once. */
const jitter = 1_000;
/** The shortest time between two requests, in milliseconds. */
const shortestGap = 1_000;

let isFollowing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When to refresh after an announcement: a time of `performance.now()`. */
let announcedRefresh: number | undefined;

/** Polls the live map while the tab is visible, and offers new releases of the module on screen. */
export function followDeploys(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('visibilitychange', schedule);
  store.sub(addressAtom, offerOpenModule);
  schedule();
}

/** Refreshes the live map soon, or once the tab is visible, because a change was announced. */
export function handleAnnouncement(): void {
  // A refresh that has not started yet includes this change; one that has may not.
  announcedRefresh ??= Math.max(performance.now() + Math.random() * jitter, getLastRefresh() + shortestGap);
  followDeploys();
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(refresh, (announcedRefresh ?? getLastRefresh() + pollingPeriod) - performance.now());
}

async function refresh(): Promise<void> {
  announcedRefresh = undefined;
  await refreshLiveMap('no-cache');
  offerOpenModule();
  schedule();
}

/** Once per release while the module stays on screen. */
function offerOpenModule(): void {
  const unit = getOpenModule();
  if (unit === undefined) return;
  const release = findNewRelease(unit);
  const offer = getLastOffer();
  const isOffered = offer?.unit === unit && offer.release === release;
  // A rollback to the release that runs here.
  if (offer?.unit === unit && release === undefined) withdrawOffer();
  if (release === undefined || isOffered || release === getReloadedRelease(unit)) return;
  void offerUpdate({ unit, release });
}
