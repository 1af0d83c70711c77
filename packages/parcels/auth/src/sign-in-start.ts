import type { FieldErrors, FormFailure } from '@portico/shared';
import {
  readPage,
  type SignedOutReason,
  type SignInRefusal,
  sessionAtom,
  signInRefusals,
  type TextKey,
  useAtomValue,
} from '@portico/shared';
import type { ReactNode } from 'react';

/** The properties of the sign-in form. */
export interface SignInProps {
  /** Replaces the field of an e-mail that the user has entered before. Its id is `portico-auth-account`. */
  readonly account?: ReactNode;
  readonly children?: ReactNode;
}

/** The initial content of the sign-in form. */
export interface SignInStart {
  readonly email: string;
  /** The reason of a refusal by the page host. */
  readonly reason?: SignInRefusal['reason'];
  /** Whether the user has just changed the password. */
  readonly isRecovered?: boolean;
  readonly errors?: FieldErrors<'email' | 'password'>;
  readonly failure?: FormFailure | undefined;
  /** Whether the browser sent no cookies. */
  readonly needsCookies?: boolean | undefined;
}

// In memory: an e-mail in the address would stay in histories and logs.
let start: SignInStart | undefined;

/** Returns the start that was set last; at first the answer of the page host to the form. */
export function getSignInStart(): SignInStart {
  const { refusal } = readPage().state;
  start ??= refusal ? startRefused(refusal) : { email: '' };
  return start;
}

export function setSignInStart(next: SignInStart): void {
  start = next;
}

/** Starts after a refusal of the page host. */
export function startRefused(refusal: SignInRefusal): SignInStart {
  const { email, password, form, needsCookies } = signInRefusals[refusal.reason];
  return {
    email: refusal.email,
    reason: refusal.reason,
    errors: {
      email: email && { key: email },
      password: password && { key: password, endsWithAnyInput: !email },
    },
    failure: form && { key: form, message: '', waitSeconds: refusal.wait },
    needsCookies,
  };
}

const reasonTexts: Record<SignedOutReason, TextKey> = {
  'no-applications': 'signin.reason.no_applications',
  'account-refused': 'signin.reason.account_refused',
  'session-ended': 'signin.reason.session_ended',
};

/** Returns the text that says why the user is here, if there is a reason. */
export function useWhyHere({ isRecovered }: SignInStart): TextKey | undefined {
  const { reason } = useAtomValue(sessionAtom);
  return isRecovered ? 'signin.password_changed' : reason && reasonTexts[reason];
}
