import type { Locale } from '@portico/contract';
import type { i18n } from 'i18next';
import { createLazyPart, type LazyPart } from '../parcel/lazy-part';

type LoadTexts = () => Promise<{ readonly default: Readonly<Record<string, string>> }>;

/** The two files of one language: the texts that `first-texts.json` names, and all others. */
export interface CatalogueFiles {
  readonly first: LoadTexts;
  readonly rest: LoadTexts;
}

export interface Catalogues {
  /** Loads the texts of a language: the first ones, and the others, too, once somebody has asked for all. */
  readonly load: (locale: Locale) => Promise<void>;
  /** Makes a language whose texts are loaded the active one. */
  readonly activate: (locale: Locale) => Promise<void>;
  /** All texts of the active language, and from then on of every one that becomes active. */
  readonly allTexts: LazyPart<void>;
}

export function createCatalogues(translations: i18n, files: Readonly<Record<Locale, CatalogueFiles>>): Catalogues {
  const partsOf = (locale: Locale) => {
    const add = async (load: LoadTexts) => {
      const { default: texts } = await load();
      translations.addResourceBundle(locale, 'translation', texts);
    };
    const { first, rest } = files[locale];
    return { first: createLazyPart(() => add(first)), rest: createLazyPart(() => add(rest)) };
  };
  const parts = { pt: partsOf('pt'), en: partsOf('en') };
  let active: Locale | undefined;
  let areAllWanted = false;
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });

  const load = async (locale: Locale) => {
    const { first, rest } = parts[locale];
    await Promise.all([first.load(), areAllWanted && rest.load()]);
    // Somebody may have asked for them meanwhile.
    if (areAllWanted) await rest.load();
  };

  const allTexts = createLazyPart(async () => {
    // The start of the page waits for the first texts alone.
    await started;
    areAllWanted = true;
    let loaded: Locale | undefined;
    while (active && loaded !== active) {
      loaded = active;
      await load(loaded);
    }
  });

  const activate = async (locale: Locale) => {
    active = locale;
    await translations.changeLanguage(locale);
    start();
  };

  return { load, activate, allTexts };
}
