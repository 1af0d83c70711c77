import { type UserImage, userImageListSchema } from '@portico/contract';
import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { callApi, send } from '../api/api-client';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';
import { tellAccountChange } from './account-channel';
import { photoAddressAtom } from './photo-atoms';
import { queryClient } from './query-client';

/** Kept for ever and not fetched again on focus (specification, section 7); whoever changes it invalidates it. */
const photoOf = (email: string) =>
  queryOptions({
    queryKey: ['photo', email],
    queryFn: async ({ signal }) => {
      const images = await callApi('users/images', userImageListSchema, { searchParams: { emails: email }, signal });
      return images.find((entry) => entry.email === email)?.image ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Keeps `photoAtom` at the photo of the user until this is ended. A photo that does not load is none. */
export function followPhoto(email: string): () => void {
  const stop = new QueryObserver(queryClient, photoOf(email)).subscribe(({ data }) => showPhoto(data));
  return () => {
    stop();
    showPhoto(undefined);
  };
}

let shown: UserImage['image'];

function showPhoto(image: UserImage['image']): void {
  if (image === shown) return;
  shown = image;
  const former = store.get(photoAddressAtom);
  store.set(photoAddressAtom, image ? URL.createObjectURL(new Blob([image.data], { type: image.mime })) : undefined);
  if (former) URL.revokeObjectURL(former);
}

/**
 * Uploads a photo of the user, or replaces it; every place that shows it follows, in the other tabs too.
 * @throws ApiFailure the photo that was there stays
 */
export async function savePhoto(photo: Blob): Promise<void> {
  const method = store.get(photoAddressAtom) === undefined ? 'post' : 'put';
  await send('users/images', {
    method,
    searchParams: ownEmail(),
    body: photo,
    headers: { 'Content-Type': photo.type },
    timeout: uploadLimit,
  });
  await announcePhotoChange();
}

/** @throws ApiFailure the photo stays */
export async function deletePhoto(): Promise<void> {
  await send('users/images', { method: 'delete', searchParams: ownEmail() });
  await announcePhotoChange();
}

/** Fetches the photo anew, because it was changed. */
export function refreshPhoto(): Promise<void> {
  return queryClient.invalidateQueries(photoOf(ownEmail().email));
}

/** How long the upload of 5 MB may take on a slow line, in milliseconds. */
const uploadLimit = 120_000;

function announcePhotoChange(): Promise<void> {
  tellAccountChange('PHOTO_CHANGED');
  return refreshPhoto();
}

function ownEmail(): { email: string } {
  return { email: store.get(sessionAtom).email };
}
