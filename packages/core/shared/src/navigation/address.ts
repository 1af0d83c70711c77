import { decodeUnreserved } from '@portico/contract';
import { atom } from 'jotai';
import { dispatchPortalEvent } from '../page/browser-events';
import { store } from '../store';

/** The address of the portal. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const pickParts = ({ pathname, search, hash }: Address): Address => ({
  pathname,
  search,
  hash: decodeUnreserved(hash),
});

/** The address on screen, after redirects. Only `announceAddress` changes it. */
export const addressAtom = atom(pickParts(location));
addressAtom.debugLabel = 'address';

/**
 * Updates `addressAtom` and announces the address to the modules. Only root-config calls it, after every change.
 * @param address the address on screen
 * @param isEcho whether the mounted module made this change, so that it needs no announcement
 */
export function announceAddress(address: Address, { isEcho }: { isEcho: boolean }): void {
  const previous = store.get(addressAtom);
  store.set(addressAtom, pickParts(address));
  const path = address.pathname + address.search;
  if (!isEcho && path !== previous.pathname + previous.search) dispatchPortalEvent('container:navigated', path);
}

/** Moves the portal to a path; throws a RangeError when it leads to another origin. */
export function navigate(path: string): void {
  const url = new URL(path, location.href);
  if (url.origin !== location.origin) throw new RangeError(`"${path}" leads out of the portal.`);
  if (url.href !== location.href) history.pushState({}, '', url);
}

/** The name of the page in the title of the document; empty for that of the screen. Each screen starts without one. */
export const pageTitleAtom = atom('');
pageTitleAtom.debugLabel = 'pageTitle';

/** An address that the shell redirected to the home page: it has no page, or the user lacks its application. */
export interface RefusedAddress {
  readonly path: string;
  /** The key of the application that the user lacks. */
  readonly missingApp?: string;
}

/** The last refused address, until the user closes the notice about it on the home page. */
export const refusedAddressAtom = atom<RefusedAddress | undefined>();
refusedAddressAtom.debugLabel = 'refusedAddress';
