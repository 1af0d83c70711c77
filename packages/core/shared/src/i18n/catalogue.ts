import type english from './locales/en.json';

/** The texts of one language: every key of the English catalogue. */
export type Catalogue = Record<keyof typeof english, string>;
export type TextKey = keyof Catalogue;

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof english };
  }
}
