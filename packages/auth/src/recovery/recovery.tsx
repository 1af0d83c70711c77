import { addressAtom, useAtomValue } from '@portico/shared';
import { useState } from 'react';
import { withLink } from '../with-link';
import { PasswordReset } from './password-reset';
import { RecoveryRequest } from './recovery-request';

export interface RecoveryProps {
  /** What had the focus before has gone. */
  readonly takesFocus: boolean;
}

/** First the e-mail, then, for every address alike, the code and the new password. */
export function Recovery({ takesFocus }: RecoveryProps) {
  const { search } = useAtomValue(addressAtom);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const signInPath = withLink('/signin', search);
  if (isSent) return <PasswordReset email={email} signInPath={signInPath} onChangeEmail={() => setSent(false)} />;
  const showReset = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <RecoveryRequest
      previousEmail={email}
      takesFocus={takesFocus || email !== ''}
      signInPath={signInPath}
      onSent={showReset}
    />
  );
}
