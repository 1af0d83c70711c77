import { addressAtom, store } from '@portico/shared';
import { lastLookAt, lookAtLiveMap, newReleaseOf } from './live-map';
import { lastOffer, offerUpdate, withdrawOffer } from './offer-update';
import { openModule } from './open-module';
import { pollingPeriod } from './polling-period';
import { lastReloadBefore } from './reload-guard';

/** Asks for the live map while the tab is looked at, and offers the new release of the module that is on screen. */
export function followDeploys(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(look, lastLookAt() + pollingPeriod - performance.now());
  };
  const look = async () => {
    await lookAtLiveMap('no-cache');
    offerToOpenModule();
    schedule();
  };
  document.addEventListener('visibilitychange', schedule);
  store.sub(addressAtom, offerToOpenModule);
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
