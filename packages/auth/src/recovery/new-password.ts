import { isPasswordAllowedFor, newPasswordSchema, type TextKey } from '@portico/shared';
import * as v from 'valibot';

const keyOfIssue: Readonly<Record<string, TextKey>> = {
  'too-short': 'recover.password_too_short',
  'too-long': 'recover.password_too_long',
  'too-common': 'recover.password_too_common',
};

/** What is wrong with a new password, by the rules that the server has too. */
export function newPasswordErrorOf(email: string, password: string): TextKey | undefined {
  if (!password) return 'recover.password_required';
  const [issue] = issuesOf(password);
  if (issue) return keyOfIssue[issue] ?? 'recover.password_too_common';
  return isPasswordAllowedFor(email, password) ? undefined : 'recover.password_same_as_email';
}

export interface PasswordRule {
  readonly key: TextKey;
  readonly isMet: boolean;
}

/** Each rule by itself; nothing typed meets none. */
export function passwordRulesOf(email: string, password: string): readonly PasswordRule[] {
  const issues = issuesOf(password);
  const isTyped = password !== '';
  return [
    { key: 'recover.rule_length', isMet: isTyped && !issues.includes('too-short') && !issues.includes('too-long') },
    { key: 'recover.rule_common', isMet: isTyped && !issues.includes('too-common') },
    { key: 'recover.rule_email', isMet: isTyped && isPasswordAllowedFor(email, password) },
  ];
}

function issuesOf(password: string): readonly string[] {
  return (v.safeParse(newPasswordSchema, password).issues ?? []).map(({ message }) => message);
}
