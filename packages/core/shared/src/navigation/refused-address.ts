import { atom } from 'jotai';
import { store } from '../store';

/** An address that led to the home page, because it has no page, or the user lacks its application. */
export interface RefusedAddress {
  readonly path: string;
  /** The key of the application that the user lacks. */
  readonly missingApp?: string;
}

/** The last one, until the user closes the line about it; `null` without any. */
export const refusedAddressAtom = atom<RefusedAddress | null>(null);
refusedAddressAtom.debugLabel = 'refusedAddress';

/** Says on the home page why the user is there; `null` closes it. */
export function showRefusedAddress(refused: RefusedAddress | null): void {
  store.set(refusedAddressAtom, refused);
}
