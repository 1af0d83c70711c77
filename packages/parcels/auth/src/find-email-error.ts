import type { FieldError } from '@portico/shared/forms';

/** What is wrong with a typed e-mail. It finds typing errors; the server decides. */
export function findEmailError(email: string): FieldError | undefined {
  if (!email) return { key: 'signin.email_required' };
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : { key: 'signin.email_invalid' };
}
