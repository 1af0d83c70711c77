import type { Locale } from '@portico/contract';
import { createLazy } from '../lazy/lazy';
import { Translations } from './translations';

/** The translations of the shell. */
export const translations = new Translations();

/**
 * Each language has two files of texts: those needed before sign-in (`first-texts.json`), and all others. Load
 * `allTexts` before you show one of the others; `createParcel` does so by default.
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

type LoadTexts = () => Promise<{ readonly default: Readonly<Record<string, string>> }>;

/** @param files the two files of each language */
export function createCatalogues(
  translations: Translations,
  files: Readonly<Record<Locale, Record<'first' | 'rest', LoadTexts>>>,
) {
  const createParts = (locale: Locale) => {
    const add = async (load: LoadTexts) => {
      const { default: texts } = await load();
      translations.addTexts(locale, texts);
    };
    const { first, rest } = files[locale];
    return { first: createLazy(() => add(first)), rest: createLazy(() => add(rest)) };
  };
  const parts = { pt: createParts('pt'), en: createParts('en') };
  let active: Locale | undefined;
  let needsAll = false;
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });

  /** Loads the first texts of a language, and the others too once `allTexts` was loaded. */
  const load = async (locale: Locale): Promise<void> => {
    const { first, rest } = parts[locale];
    await Promise.all([first.load(), needsAll && rest.load()]);
    // They may have been requested meanwhile.
    if (needsAll) await rest.load();
  };

  /** All texts of the active language, and from then on of every later one. */
  const allTexts = createLazy<void>(async () => {
    // The start of the page waits only for the first texts.
    await started;
    needsAll = true;
    let loaded: Locale | undefined;
    while (active && loaded !== active) {
      loaded = active;
      await load(loaded);
    }
  });

  /** Activates a language whose texts are loaded. */
  const activate = (locale: Locale): void => {
    active = locale;
    translations.changeLanguage(locale);
    start();
  };

  return { load, activate, allTexts };
}
