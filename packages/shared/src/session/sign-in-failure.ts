import { isApiFailure } from '../api/api-failure';
import type { TextKey } from '../i18n/catalogue';

/** Why a sign-in, or a step of the recovery, did not succeed, and what to say about it. */
export interface SignInFailure {
  /** `credentials` are wrong; `wait` after too many tries; `unreachable` is nobody's fault at the keyboard. */
  readonly kind: 'credentials' | 'wait' | 'unreachable' | 'refused';
  readonly key: TextKey;
  /** What the API says, fit to show in place of the text; may be empty. */
  readonly message: string;
  /** How long to `wait`, in seconds; 0 for the others. */
  readonly seconds: number;
}

/** @param fallback what to say when the API refused for a reason of its own, without a message */
export function signInFailureOf(error: unknown, fallback: TextKey): SignInFailure {
  const failure = { message: '', seconds: 0 };
  if (!isApiFailure(error)) return { ...failure, kind: 'refused', key: fallback };
  const { status, message, retryAfter = 0 } = error;
  if (error.isUnreachable) return { ...failure, kind: 'unreachable', key: 'signin.unreachable' };
  if (status === 401) return { ...failure, kind: 'credentials', key: 'signin.wrong_credentials' };
  if (status === 429 && retryAfter > 0)
    return { ...failure, kind: 'wait', key: 'signin.too_many_tries', seconds: Math.ceil(retryAfter) };
  return { ...failure, kind: 'refused', key: fallback, message };
}
