import { isSignedInAtom, sessionAtom, useAtomValue } from '@portico/shared';
import { Bell } from './bell/bell';

/** The notifications of the signed-in user. Signing out removes them at once, before the parcel is unmounted. */
export function Notifications() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  const { email } = useAtomValue(sessionAtom);
  return isSignedIn && <Bell key={email} email={email} />;
}
