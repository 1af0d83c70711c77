// A separate entry, without `set-up-factor.tsx`, for files that load before it.
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Texts of the set-up of a second factor, in both languages. */
export const setUpTexts = { en, pt };

/** Translates these texts. */
export type TranslateSetUp = (key: keyof typeof en) => string;
