// A separate entry, bundled into each parcel that has a form for a new password: `index.ts` loads before sign-in, which
// is too early for the long list of common passwords. Import no state of the package here: it would be a second copy.
import { isPasswordAllowedFor, newPasswordSchema, passwordMaxLength, passwordMinLength } from '@portico/contract';
import * as v from 'valibot';
import { isApiFailure } from '../api/api-failure';
import type { TextKey, useTranslation } from '../texts/i18n';
import type { FieldError } from './use-form';

/** The limits of a new password, which the texts of the rules show. */
export const newPasswordLimits = { min: passwordMinLength, max: passwordMaxLength };

const issueTexts: Readonly<Record<string, TextKey>> = {
  'too-short': 'recover.password_too_short',
  'too-long': 'recover.password_too_long',
  'too-common': 'recover.password_too_common',
};

/** Returns the error of a new password by the same rules as the server, or `undefined`. */
export function findPasswordError(email: string, password: string): FieldError | undefined {
  const key = findErrorText(email, password);
  return key && { key, values: newPasswordLimits };
}

function findErrorText(email: string, password: string): TextKey | undefined {
  if (!password) return 'recover.password_required';
  const [issue] = findIssues(password);
  if (issue) return issueTexts[issue] ?? 'recover.password_too_common';
  return isPasswordAllowedFor(email, password) ? undefined : 'recover.password_same_as_email';
}

/** Returns the error of a new password that the API refused; `undefined` when the API refused something else. */
export function findRefusedPassword(error: unknown): FieldError | undefined {
  if (!isApiFailure(error) || !error.code.startsWith('password-')) return undefined;
  return error.message ? { getText: () => error.message } : { key: 'recover.save_failed' };
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Returns the rules of a new password as texts, and whether each is met. An empty password meets none. */
export function describePasswordRules(t: Translate, email: string, password: string) {
  const issues = findIssues(password);
  const describe = (key: TextKey, isMet: boolean) => ({
    text: t(key, newPasswordLimits),
    isMet: password !== '' && isMet,
    state: t(password !== '' && isMet ? 'recover.rule_met' : 'recover.rule_open'),
  });
  return {
    label: t('recover.rules'),
    rules: [
      describe('recover.rule_length', !issues.includes('too-short') && !issues.includes('too-long')),
      describe('recover.rule_common', !issues.includes('too-common')),
      describe('recover.rule_email', isPasswordAllowedFor(email, password)),
    ],
  };
}

function findIssues(password: string): readonly string[] {
  return (v.safeParse(newPasswordSchema, password).issues ?? []).map(({ message }) => message);
}
