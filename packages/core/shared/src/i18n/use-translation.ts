import { useMemo, useSyncExternalStore } from 'react';
import { translations } from './i18n';
import type { Translate } from './translations';

/** The texts of the shell in the active language; re-renders when it changes. */
export function useTranslation(): { readonly t: Translate } {
  const language = useSyncExternalStore(follow, getLanguage, getLanguage);
  const t = useMemo<Translate>(() => (key, values) => translations.translateInto(language, key, values), [language]);
  return { t };
}

const getLanguage = () => translations.language;
const follow = (onChange: () => void) => translations.onLanguageChange(onChange);
