import { useTranslation as useReactTranslation } from 'react-i18next';
import { translations } from './i18n';

/** The texts of the shell in the active language; re-renders when it changes. */
export function useTranslation() {
  return useReactTranslation('translation', { i18n: translations, useSuspense: false });
}
