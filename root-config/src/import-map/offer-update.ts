import {
  addressAtom,
  allTexts,
  confirmLeaving,
  dismissToast,
  getModuleKey,
  showToast,
  store,
  translations,
} from '@portico/shared';
import { findModuleName } from '../module-host/find-module-name';
import { isOpen, shellUnit } from './release';
import { storeReload } from './reload-guard';

/** A new release of a unit that is on screen. */
interface Offer {
  readonly unit: string;
  readonly release: string;
}

let last: Offer | undefined;
/** The id of its toast. */
let toast: string | undefined;

/** The last offer, until the user leaves its unit; its toast may be closed. */
export function getLastOffer(): Offer | undefined {
  return last;
}

/** Offers a release by a toast that stays until the user closes it or leaves the unit. */
export async function offerUpdate(offer: Offer): Promise<void> {
  last = offer;
  const stop = store.sub(addressAtom, () => {
    if (last === offer && isOpen(offer.unit)) return;
    stop();
    if (last === offer) withdrawOffer();
  });
  const hasTexts = await allTexts.load().then(
    () => true,
    () => false,
  );
  if (last !== offer) return;
  // The next refresh offers it again.
  if (!hasTexts) return withdrawOffer();
  closeToast();
  toast = showToast({
    type: 'info',
    text: getText(offer.unit),
    action: { label: translations.t('update.action'), run: () => void accept(offer) },
  });
}

export function withdrawOffer(): void {
  last = undefined;
  closeToast();
}

function closeToast(): void {
  if (toast !== undefined) dismissToast(toast);
  toast = undefined;
}

async function accept(offer: Offer): Promise<void> {
  if (await confirmLeaving()) {
    storeReload(offer.unit, offer.release);
    location.reload();
  } else if (last === offer) {
    // The click has closed the toast.
    await offerUpdate({ ...offer });
  }
}

function getText(unit: string): string {
  if (unit === shellUnit) return translations.t('update.portal');
  return translations.t('update.module', { name: findModuleName(getModuleKey(unit)) });
}
