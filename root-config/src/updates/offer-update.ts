import {
  addressAtom,
  allTexts,
  confirmLeaving,
  dismissToast,
  modulePrefix,
  showToast,
  store,
  translations,
} from '@portico/shared';
import { nameOfModule } from '../applications/name-of-module';
import { isOpen } from './open-module';
import { shellUnit } from './release';
import { keepReload } from './reload-guard';

/** A new release of what is on screen. */
export interface Offer {
  readonly unit: string;
  readonly release: string;
}

let last: Offer | undefined;
/** The toast, by an id of its own: one by the same key would go with an earlier one that is still leaving. */
let toast: string | undefined;

/** What the user was last offered, as long as she stays with it; she may have closed it. */
export function lastOffer(): Offer | undefined {
  return last;
}

/** Offers a release by a toast that stays until it is closed, or until what it is about has been left. */
export async function offerUpdate(offer: Offer): Promise<void> {
  last = offer;
  const stop = store.sub(addressAtom, () => {
    if (last === offer && isOpen(offer.unit)) return;
    stop();
    if (last === offer) withdrawOffer();
  });
  // Without its text there is nothing to show: the next look offers it again.
  const hasTexts = await allTexts.load().then(
    () => true,
    () => false,
  );
  if (last !== offer) return;
  if (!hasTexts) return withdrawOffer();
  closeToast();
  toast = showToast({
    type: 'info',
    text: textFor(offer.unit),
    action: { label: translations.t('update.action'), run: () => void accept(offer) },
  });
}

/** Takes the offer away. */
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
    keepReload(offer.unit, offer.release);
    location.reload();
  } else if (last === offer) {
    // The button has closed the toast.
    await offerUpdate({ ...offer });
  }
}

function textFor(unit: string): string {
  if (unit === shellUnit) return translations.t('update.portal');
  return translations.t('update.module', { name: nameOfModule(unit.slice(modulePrefix.length)) });
}
