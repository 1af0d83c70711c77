import { isPasswordAllowedFor } from '@portico/contract';
import type { TextKey } from '../i18n/catalogue';
import { useTranslation } from '../i18n/use-translation';
import { issuesOf, newPasswordLimits } from './new-password-error';

/** The rules of a new password in the active language, each with whether it is met; nothing typed meets none. */
export function usePasswordRules(email: string, password: string) {
  const { t } = useTranslation();
  return {
    label: t('recover.rules'),
    rules: passwordRulesOf(email, password).map(({ key, isMet }) => ({
      text: t(key, newPasswordLimits),
      isMet,
      state: t(isMet ? 'recover.rule_met' : 'recover.rule_open'),
    })),
  };
}

function passwordRulesOf(email: string, password: string): readonly { key: TextKey; isMet: boolean }[] {
  const issues = issuesOf(password);
  const isTyped = password !== '';
  return [
    { key: 'recover.rule_length', isMet: isTyped && !issues.includes('too-short') && !issues.includes('too-long') },
    { key: 'recover.rule_common', isMet: isTyped && !issues.includes('too-common') },
    { key: 'recover.rule_email', isMet: isTyped && isPasswordAllowedFor(email, password) },
  ];
}
