import { type Atom, atom } from 'jotai';
import { store } from '../store';

const addressAtom = atom<string | undefined>(undefined);
addressAtom.debugLabel = 'photo';

/** The object URL of the signed-in user's photo; `undefined` while there is none. The top bar loads it. */
export const photoAtom: Atom<string | undefined> = addressAtom;

/** Shows a photo wherever the user's photo is shown, instead of the one before. */
export function showPhoto(photo: Blob | undefined): void {
  const former = store.get(addressAtom);
  store.set(addressAtom, photo && URL.createObjectURL(photo));
  if (former) URL.revokeObjectURL(former);
}
