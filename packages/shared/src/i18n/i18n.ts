import { createInstance, type i18n } from 'i18next';
import { createCatalogues } from './catalogues';

/** The translations of the shell. An instance of its own, so that a module's i18next cannot change the shell's texts. */
export const translations: i18n = createInstance();

void translations.init({
  initAsync: false,
  fallbackLng: 'en',
  // Keys are plain names that may hold dots.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
});

/**
 * Texts come in two files per language: the first holds what is needed before sign-in (`first-texts.json`). Everything
 * whose texts are in the other one waits for `allTexts`; a parcel names it in `createParcel`.
 */
export const {
  load: loadTexts,
  activate: activateLocale,
  allTexts,
} = createCatalogues(translations, {
  pt: {
    first: () => import(/* webpackChunkName: "locale-pt" */ './locales/pt.json?first'),
    rest: () => import(/* webpackChunkName: "locale-pt-rest" */ './locales/pt.json?rest'),
  },
  en: {
    first: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json?first'),
    rest: () => import(/* webpackChunkName: "locale-en-rest" */ './locales/en.json?rest'),
  },
});
