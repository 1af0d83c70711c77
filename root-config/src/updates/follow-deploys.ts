import { addressAtom, store } from '@portico/shared';
import { lastLookAt, lookAtLiveMap, newReleaseOf } from './live-map';
import { lastOffer, offerUpdate, withdrawOffer } from './offer-update';
import { openModule } from './open-module';
import { pollingPeriod } from './polling-period';
import { lastReloadBefore } from './reload-guard';

/** Up to so long a tab waits after an announcement, so that not all browsers ask at once, in milliseconds. */
const jitter = 1_000;
/** Many announcements in a row are not as many requests. */
const shortestGap = 1_000;

let isFollowing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When to look because the map is said to have changed: a time of `performance.now()`. */
let announcedLookAt: number | undefined;

/** Asks for the live map while the tab is looked at, and offers the new release of the module that is on screen. */
export function followDeploys(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('visibilitychange', schedule);
  store.sub(addressAtom, offerToOpenModule);
  schedule();
}

/** The live map is said to have changed: it is looked at soon, or once the tab is looked at. */
export function heedAnnouncement(): void {
  // A look that has yet to begin sees this change, too; one that has begun may not.
  announcedLookAt ??= Math.max(performance.now() + Math.random() * jitter, lastLookAt() + shortestGap);
  followDeploys();
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(look, (announcedLookAt ?? lastLookAt() + pollingPeriod) - performance.now());
}

async function look(): Promise<void> {
  const isAnnounced = announcedLookAt !== undefined;
  announcedLookAt = undefined;
  await (isAnnounced ? lookAtLiveMap('no-cache', performance.now()) : lookAtLiveMap('no-cache'));
  offerToOpenModule();
  schedule();
}

/** Once for each release, as long as the module stays on screen. */
function offerToOpenModule(): void {
  const unit = openModule();
  if (unit === undefined) return;
  const release = newReleaseOf(unit);
  const offer = lastOffer();
  const isOffered = offer?.unit === unit && offer.release === release;
  // Deployed back to what runs here.
  if (offer?.unit === unit && release === undefined) withdrawOffer();
  if (release === undefined || isOffered || release === lastReloadBefore(unit)) return;
  void offerUpdate({ unit, release });
}
