import { userImageListSchema } from '@portico/contract';
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
      const image = images.find((entry) => entry.email === email)?.image;
      return image ? new Blob([image.data], { type: image.mime }) : null;
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

let shown: Blob | null | undefined;

function showPhoto(photo: Blob | null | undefined): void {
  if (photo === shown) return;
  shown = photo;
  const former = store.get(photoAddressAtom);
  store.set(photoAddressAtom, photo ? URL.createObjectURL(photo) : undefined);
  if (former) URL.revokeObjectURL(former);
}

/**
 * Uploads a photo of the user, or replaces it. Every place that shows it follows at once, in the other tabs too; what the
 * server made of it comes after.
 * @throws ApiFailure the photo that was there stays
 */
export async function savePhoto(photo: Blob): Promise<void> {
  const { email } = store.get(sessionAtom);
  const method = store.get(photoAddressAtom) === undefined ? 'post' : 'put';
  await send('users/images', {
    method,
    searchParams: { email },
    body: photo,
    headers: { 'Content-Type': photo.type },
    timeout: uploadLimit,
  });
  await showChanged(email, photo);
}

/** @throws ApiFailure the photo stays */
export async function deletePhoto(): Promise<void> {
  const { email } = store.get(sessionAtom);
  await send('users/images', { method: 'delete', searchParams: { email } });
  await showChanged(email, null);
}

/** Fetches the photo anew, because it was changed. */
export function refreshPhoto(): Promise<void> {
  return queryClient.invalidateQueries(photoOf(store.get(sessionAtom).email));
}

/** How long the upload of 5 MB may take on a slow line, in milliseconds. */
const uploadLimit = 120_000;

/** It stands, also when fetching it fails. */
async function showChanged(email: string, photo: Blob | null): Promise<void> {
  const query = photoOf(email);
  // An answer that is under way would take it back.
  await queryClient.cancelQueries(query);
  queryClient.setQueryData(query.queryKey, photo);
  tellAccountChange('PHOTO_CHANGED');
  void refreshPhoto();
}
