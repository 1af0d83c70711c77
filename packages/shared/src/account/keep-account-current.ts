import { reloadNotifications } from '../notifications/notification-queries';
import { isSignedInAtom, sessionAtom } from '../session/session-atoms';
import { store } from '../store';
import { type AccountChange, listenToAccountChanges } from './account-channel';
import { refreshPersonalData } from './personal-data';
import { followPhoto, refreshPhoto } from './photo';
import { queryClient } from './query-client';

const refresh: Record<AccountChange, () => Promise<void>> = {
  USER_CHANGED: refreshPersonalData,
  PHOTO_CHANGED: refreshPhoto,
  NOTIFICATIONS_CHANGED: reloadNotifications,
};

let email = '';
let stopFollowing = () => {};

/** Follows the session: the photo of whoever is signed in, changes of other tabs, and nothing left of a former user. */
export function keepAccountCurrent(): void {
  // Follows the focus of the page and the network, as React Query's provider would.
  queryClient.mount();
  listenToAccountChanges((change) => void refresh[change]());
  store.sub(sessionAtom, followSession);
  followSession();
}

function followSession(): void {
  const present = store.get(isSignedInAtom) ? store.get(sessionAtom).email : '';
  if (present === email) return;
  email = present;
  stopFollowing();
  stopFollowing = () => {};
  queryClient.clear();
  if (email) stopFollowing = followPhoto(email);
}
