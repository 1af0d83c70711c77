import type { FieldErrors, FormFailure } from '@portico/shared';
import { readPage, type SignInRefusal, type SignInRefusalTexts, signInRefusals } from '@portico/shared';

/** The initial content of the sign-in form. */
interface SignInStart {
  readonly email: string;
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
  start ??= refusal ? startRefused(refusal, signInRefusals[refusal.reason]) : { email: '' };
  return start;
}

export function setSignInStart(next: SignInStart): void {
  start = next;
}

/** Starts after a refusal of the page host. */
export function startRefused(
  refusal: Omit<SignInRefusal, 'reason'>,
  { email, password, form, needsCookies }: SignInRefusalTexts,
): SignInStart {
  return {
    email: refusal.email,
    errors: {
      email: email && { key: email },
      password: password && { key: password, endsWithAnyInput: !email },
    },
    failure: form && { key: form, message: '', waitSeconds: refusal.wait },
    needsCookies,
  };
}
