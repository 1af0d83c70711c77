import { atom } from 'jotai';

/** The base of `photoAtom`; written by the account part alone. */
export const photoAddressAtom = atom<string | undefined>(undefined);
photoAddressAtom.debugLabel = 'photoAddress';

/** The address of the signed-in user's photo in this document; `undefined` while there is none. */
export const photoAtom = atom((get) => get(photoAddressAtom));
photoAtom.debugLabel = 'photo';
