import { type Atom, atom } from 'jotai';
import { dispatchPortalEvent } from '../page/portal-events';
import { store } from '../store';

/** The address of the portal. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const pickParts = ({ pathname, search, hash }: Address): Address => ({ pathname, search, hash });

const currentAddressAtom = atom(pickParts(location));
currentAddressAtom.debugLabel = 'address';

/** The address on screen, after redirects. */
export const addressAtom: Atom<Address> = currentAddressAtom;

/**
 * Updates `addressAtom` and tells the modules. Only root-config calls it, after every change of the address.
 * @param address that of what is on screen
 * @param isEcho whether the mounted module made this change itself and need not be told
 */
export function announceAddress(address: Address, { isEcho }: { isEcho: boolean }): void {
  const previous = store.get(currentAddressAtom);
  store.set(currentAddressAtom, pickParts(address));
  const path = address.pathname + address.search;
  if (!isEcho && path !== previous.pathname + previous.search) dispatchPortalEvent('container:navigated', path);
}

/**
 * Moves the portal to a path of this origin.
 * @throws RangeError when the path leads to another origin
 */
export function navigate(path: string): void {
  const url = new URL(path, location.href);
  if (url.origin !== location.origin) throw new RangeError(`"${path}" leads out of the portal.`);
  if (url.href !== location.href) history.pushState({}, '', url);
}
