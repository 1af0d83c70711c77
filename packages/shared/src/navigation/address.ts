import { atom } from 'jotai';
import { dispatchPortalEvent } from '../events/portal-events';
import { store } from '../store';

/** Where the portal is; `href` is path, query and fragment. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

function readAddress(): Address {
  const { pathname, search, hash } = location;
  return { pathname, search, hash };
}

const currentAddressAtom = atom<Address>(readAddress());
currentAddressAtom.debugLabel = 'currentAddress';

/** The address that is on screen, redirects already followed. */
export const addressAtom = atom((get) => get(currentAddressAtom));
addressAtom.debugLabel = 'address';

/**
 * Called by root-config alone, after every change of the address: updates the atom and tells the modules.
 * @param isEcho the mounted module made this change itself, so it is not told
 */
export function announceAddress({ isEcho }: { isEcho: boolean }): void {
  const previous = store.get(currentAddressAtom);
  const address = readAddress();
  store.set(currentAddressAtom, address);
  const path = address.pathname + address.search;
  if (!isEcho && path !== previous.pathname + previous.search) dispatchPortalEvent('container:navigated', path);
}
