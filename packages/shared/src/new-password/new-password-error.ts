import { isPasswordAllowedFor, newPasswordSchema, passwordMaxLength, passwordMinLength } from '@portico/contract';
import * as v from 'valibot';
import type { TextKey } from '../i18n/catalogue';

/** Values of the texts about a new password. */
export const newPasswordLimits = { min: passwordMinLength, max: passwordMaxLength };

const keyOfIssue: Readonly<Record<string, TextKey>> = {
  'too-short': 'recover.password_too_short',
  'too-long': 'recover.password_too_long',
  'too-common': 'recover.password_too_common',
};

/** What is wrong with a new password, by the rules that the server has too; its text takes `newPasswordLimits`. */
export function newPasswordErrorOf(email: string, password: string): TextKey | undefined {
  if (!password) return 'recover.password_required';
  const [issue] = issuesOf(password);
  if (issue) return keyOfIssue[issue] ?? 'recover.password_too_common';
  return isPasswordAllowedFor(email, password) ? undefined : 'recover.password_same_as_email';
}

/** What a new password has against the rules that concern it alone. */
export function issuesOf(password: string): readonly string[] {
  return (v.safeParse(newPasswordSchema, password).issues ?? []).map(({ message }) => message);
}
