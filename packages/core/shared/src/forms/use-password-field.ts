import { useTranslation } from '../texts/i18n';

/** What every `PasswordField` needs. */
export function usePasswordField() {
  const { t } = useTranslation();
  return {
    required: true,
    showLabel: t('signin.show_password'),
    hideLabel: t('signin.hide_password'),
    capsLockText: t('signin.caps_lock'),
  };
}
