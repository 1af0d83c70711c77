import type { TextKey } from '@portico/shared';

/** What is wrong with a typed e-mail; the server has the last word, this finds the slips of a finger. */
export function emailErrorOf(email: string): TextKey | undefined {
  if (!email) return 'signin.email_required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'signin.email_invalid';
}
