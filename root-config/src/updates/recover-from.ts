import { hasUnsavedChanges } from '@portico/shared';
import { attribute } from '../reports/attribute';
import { lookAtLiveMap, newReleaseOf, ownImports, runningReleaseOf } from './live-map';
import type { LoadFailure } from './load-failure';
import { offerUpdate } from './offer-update';
import { isOpen } from './open-module';
import { unitOf } from './release';
import { keepReload, reloadsFor, wasJustReloaded } from './reload-guard';

/** The units that are being looked after, or about to be reloaded. */
const busy = new Set<string>();
/** One file that fails makes several faults, within this time, in milliseconds. */
const settlingTime = 1_000;

/**
 * A file of what is on screen did not come. If a deploy has taken it away, the page is reloaded, once for each release;
 * where that would lose something, or has not helped, the user is asked. Otherwise the fault is all there is to show.
 */
export async function recoverFrom({ address, source }: LoadFailure, hadUnsavedChanges: boolean): Promise<void> {
  const unit = unitOf(address === undefined ? source : attribute([address], ownImports()).source);
  // What does not run yet, the module host fetches from where it is now.
  if (!unit || busy.has(unit) || runningReleaseOf(unit) === undefined) return;
  busy.add(unit);
  const isReloading = await reloadOrOffer(unit, hadUnsavedChanges);
  if (!isReloading) setTimeout(() => busy.delete(unit), settlingTime);
}

async function reloadOrOffer(unit: string, hadUnsavedChanges: boolean): Promise<boolean> {
  // While the portal itself cannot be reached, a reload would lose everything.
  const isKnown = await lookAtLiveMap();
  const release = newReleaseOf(unit);
  if (!isKnown || release === undefined || !isOpen(unit)) return false;
  const isUnwanted = hadUnsavedChanges || hasUnsavedChanges();
  if (!isUnwanted && !wasJustReloaded() && !reloadsFor(unit).includes(release) && keepReload(unit, release)) {
    location.reload();
    return true;
  }
  await offerUpdate({ unit, release });
  return false;
}
