import type { FieldError } from '@portico/shared';
import { isApiFailure } from '@portico/shared';

/** Finds typing errors in an e-mail; the server decides. */
export function findEmailError(email: string): FieldError | undefined {
  if (!email) return { key: 'signin.email_required' };
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : { key: 'signin.email_invalid' };
}

/** The error of the e-mail if the server refuses the request as invalid. The forms check everything else themselves. */
export function findRefusedEmail(error: unknown): { readonly email: FieldError } | undefined {
  if (!isApiFailure(error) || error.code !== 'invalid-request') return undefined;
  return { email: { key: 'signin.email_invalid' } };
}
