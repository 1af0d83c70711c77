import { userImageListSchema } from '@portico/contract';
import { callApi, isSignedInAtom, onAccountChange, photoAtom, sessionAtom, showPhoto, store } from '@portico/shared';

let email = '';
/** Counts the loads of the photo, so that the answer of an earlier one is dropped. */
let loads = 0;
let isOwnChange = false;

/** Starts to load the user's photo into `photoAtom`, once per user, and to follow changes that other tabs make. */
export function followAccount(): void {
  onAccountChange('PHOTO_CHANGED', () => void loadPhoto());
  store.sub(sessionAtom, followSession);
  // The profile shows an upload immediately; this fetches the picture that the server made from it.
  store.sub(photoAtom, () => isOwnChange || void loadPhoto());
  followSession();
}

function followSession(): void {
  const present = store.get(isSignedInAtom) ? store.get(sessionAtom).email : '';
  if (present === email) return;
  email = present;
  loads += 1;
  show(undefined);
  if (email) void loadPhoto();
}

/** If the photo does not load, the one before stays. */
async function loadPhoto(): Promise<void> {
  loads += 1;
  const load = loads;
  // As for queries: three more attempts, after 1 s, 2 s and 4 s.
  const retry = { limit: 3, delay: (attempt: number) => 1_000 * 2 ** (attempt - 1) };
  const options = { searchParams: { emails: email }, retry };
  const images = await callApi('users/images', userImageListSchema, options).catch(() => undefined);
  // The user left, or the photo changed during the request: the answer may be older.
  if (!images || load !== loads) return;
  const image = images.find((entry) => entry.email === email)?.image ?? undefined;
  show(image && new Blob([image.data], { type: image.mime }));
}

function show(photo: Blob | undefined): void {
  isOwnChange = true;
  showPhoto(photo);
  isOwnChange = false;
}
