import type { FieldErrors, FormFailure } from '@portico/shared';
import {
  addReturnLink,
  addressAtom,
  readPage,
  type SignedOutReason,
  type SignInRefusal,
  type SignInRefusalReason,
  sessionAtom,
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
  /** The reason of a refusal by the page host or, for a second factor, by the API. */
  readonly reason?: string;
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

interface RefusalTexts {
  readonly email?: TextKey;
  readonly password?: TextKey;
  /** The text of the form as a whole. */
  readonly form?: TextKey;
}

// The new page does not have the password, so the user has to type it again in any case.
const refusalTexts: Readonly<Record<string, RefusalTexts>> = {
  'email-missing': { email: 'signin.email_required', password: 'signin.password_required' },
  'email-malformed': { email: 'signin.email_invalid', password: 'signin.password_required' },
  'password-missing': { password: 'signin.password_required' },
  'wrong-credentials': { password: 'signin.wrong_credentials' },
  'too-many-tries': { form: 'signin.too_many_tries' },
  'other-page': { form: 'signin.other_page' },
  busy: { form: 'signin.busy' },
  failed: { form: 'signin.failed' },
  'second-factor-locked': { form: 'signin.too_many_tries' },
} satisfies Partial<Record<SignInRefusalReason, RefusalTexts>>;

/** Starts after a refusal of the page host. */
export function startRefused(refusal: SignInRefusal): SignInStart {
  const { email, password, form } = refusalTexts[refusal.reason] ?? {};
  return {
    email: refusal.email,
    reason: refusal.reason,
    errors: {
      email: email && { key: email },
      password: password && { key: password, endsWithAnyInput: !email },
    },
    failure: form && { key: form, message: '', waitSeconds: refusal.wait },
    needsCookies: refusal.reason === 'cookies-needed',
  };
}

/** Returns the attributes of a form that also works without scripts, unless the API is on another origin. */
export function useNativeForm() {
  const { search } = useAtomValue(addressAtom);
  if (URL.canParse(readPage().configuration.apiUrl)) return {};
  return { method: 'post', action: addReturnLink('/signin', search) };
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
