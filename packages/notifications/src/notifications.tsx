import { isSignedInAtom, sessionAtom, useAtomValue } from '@portico/shared';
import { Bell } from './bell/bell';

/** The notifications of whoever is signed in. Signing out takes them away at once, whenever the parcel is unmounted. */
export function Notifications() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  const { email } = useAtomValue(sessionAtom);
  return isSignedIn && <Bell key={email} email={email} />;
}
