import { announceAccountChange, photoAtom, send, sessionAtom, showPhoto, store } from '@portico/shared';

/** Timeout for 5 MB on a slow line, in milliseconds. */
const uploadTimeout = 120_000;

/** Uploads a photo of the user, or replaces it. Every place that shows it follows, in the other tabs too. */
export async function savePhoto(photo: Blob): Promise<void> {
  await send('users/images', {
    method: store.get(photoAtom) === undefined ? 'post' : 'put',
    searchParams: { email: store.get(sessionAtom).email },
    body: photo,
    headers: { 'Content-Type': photo.type },
    timeout: uploadTimeout,
  });
  showChanged(photo);
}

/** @throws ApiFailure the photo stays */
export async function deletePhoto(): Promise<void> {
  await send('users/images', { method: 'delete', searchParams: { email: store.get(sessionAtom).email } });
  showChanged(undefined);
}

function showChanged(photo: Blob | undefined): void {
  showPhoto(photo);
  announceAccountChange('PHOTO_CHANGED');
}
