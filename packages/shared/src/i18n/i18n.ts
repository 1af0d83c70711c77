import type { Locale } from '@portico/contract';
import { createInstance, type i18n } from 'i18next';
import type { Catalogue } from './catalogue';

/** The translations of the shell. An instance of its own, so that a module's i18next cannot change the shell's texts. */
export const translations: i18n = createInstance();

const catalogues: Record<Locale, () => Promise<{ default: Catalogue }>> = {
  pt: () => import(/* webpackChunkName: "locale-pt" */ './locales/pt.json'),
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json'),
};

/** Loads the texts of a language, once; `translations.changeLanguage` makes it the active one. */
export async function loadCatalogue(locale: Locale): Promise<void> {
  if (!translations.isInitialized) {
    await translations.init({
      fallbackLng: 'en',
      // Keys are plain names that may hold dots.
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      resources: {},
    });
  }
  if (!translations.hasResourceBundle(locale, 'translation')) {
    const { default: catalogue } = await catalogues[locale]();
    translations.addResourceBundle(locale, 'translation', catalogue);
  }
}
