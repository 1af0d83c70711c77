import { isolateText, type Locale } from '@portico/contract';
import { createInstance, type ParseKeys, type TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import type english from './locales/en.json';

/** The texts of one language: at least those that English has. */
type Catalogue = typeof english;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
  }
  interface ResourceNamespaceMap {
    translation: Catalogue;
  }
}

/** The key of a text. One with plural forms, such as `mails` of `mails_one` and `mails_other`, takes a `count`. */
export type TextKey = ParseKeys<'translation'>;

/** The texts of the shell. Falls back to the English text if that is loaded. */
export const i18n = createInstance();

void i18n.init({
  // Texts can then be added immediately.
  initAsync: false,
  fallbackLng: 'en',
  // Keys contain both separators.
  keySeparator: false,
  nsSeparator: false,
  // React escapes the values.
  interpolation: { escape: isolateText },
  missingInterpolationHandler: () => '',
});

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Catalogue }>>> = {
  pt: () => import(/* webpackChunkName: "locale-pt" */ './locales/pt.json'),
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json'),
};

/** Loads the texts of a language unless they are loaded. Rejects if that fails; the next call tries again. */
export async function loadTexts(locale: Locale): Promise<void> {
  if (i18n.hasResourceBundle(locale, 'translation')) return;
  const { default: texts } = await catalogues[locale]();
  i18n.addResourceBundle(locale, 'translation', texts);
}

/** Returns the texts of the shell in the active language; renders again when it changes. */
export function useTranslation(): { readonly t: TFunction } {
  const language = useSyncExternalStore(followLanguage, getLanguage, getLanguage);
  const t = useMemo(() => i18n.getFixedT(language), [language]);
  return { t };
}

const getLanguage = () => i18n.language;

function followLanguage(onChange: () => void): () => void {
  i18n.on('languageChanged', onChange);
  return () => i18n.off('languageChanged', onChange);
}
