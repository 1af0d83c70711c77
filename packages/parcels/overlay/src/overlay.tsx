import { sessionAtom, useAtomValue } from '@portico/shared';
import { LeaveQuestion } from './leave-question';
import { SignInAgain } from './sign-in-again/sign-in-again';
import { Toaster } from './toasts/toaster';

/** Toasts and dialogs over every screen. */
export function Overlay() {
  const { status, email } = useAtomValue(sessionAtom);
  return (
    <>
      <Toaster />
      <LeaveQuestion />
      {status === 'expired' && <SignInAgain email={email} />}
    </>
  );
}
