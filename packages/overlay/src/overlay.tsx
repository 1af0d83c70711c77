import { sessionAtom, useAtomValue } from '@portico/shared';
import { SignInAgain } from './sign-in-again';

/** What may stand over every screen; nothing, most of the time. */
export function Overlay() {
  const { status, email } = useAtomValue(sessionAtom);
  return status === 'expired' ? <SignInAgain email={email} /> : null;
}
