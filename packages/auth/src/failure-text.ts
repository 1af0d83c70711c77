import { isApiFailure, type TextKey } from '@portico/shared';

/** What to say about a call that failed: a text of the catalogue, or the message that the API sent. */
export type FailureText = { readonly key: TextKey } | { readonly message: string };

/** @param fallback what to say when the API refused without a message */
export function failureTextOf(error: unknown, fallback: TextKey): FailureText {
  if (!isApiFailure(error)) return { key: fallback };
  if (error.isUnreachable) return { key: 'signin.unreachable' };
  return error.message ? { message: error.message } : { key: fallback };
}
