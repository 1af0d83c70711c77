import { isolateText, type Locale, locales } from '@portico/contract';
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
    /** Those of `addTexts`, which checks their keys. */
    [added: `added-${string}`]: Readonly<Record<string, string>>;
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
  const language = useLanguage();
  const t = useMemo(() => i18n.getFixedT(language), [language]);
  return { t };
}

/** The key of a text of a table; one with plural forms takes a `count`. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Key extends `${infer Plural}_${'one' | 'other'}` ? Plural : Key;
}[keyof Texts & string];

/** Returns the text of a key, with these values put into it. */
type Translate<Key extends string> = (
  key: Key,
  ...values: [] | [values: Readonly<Record<string, string | number>>]
) => string;

/**
 * Adds the texts of a late file, which the catalogues lack because the sign-in form waits for these.
 * @param name of their namespace; begins with the name of the parcel
 * @returns a hook that returns them in the active language, and renders again when it changes
 */
export function addTexts<Texts extends Readonly<Record<string, string>>>(
  name: string,
  texts: Readonly<Record<Locale, Texts>>,
): () => Translate<KeyOf<Texts>> {
  const namespace = `added-${name}` as const;
  for (const locale of locales) i18n.addResourceBundle(locale, namespace, texts[locale]);
  // It translates into the language that is active when it is called, such as in an error that is already shown.
  const translate: Translate<string> = i18n.getFixedT(null, namespace);
  return () => {
    useLanguage();
    return translate;
  };
}

function useLanguage(): string {
  return useSyncExternalStore(followLanguage, getLanguage, getLanguage);
}

const getLanguage = () => i18n.language;

function followLanguage(onChange: () => void): () => void {
  i18n.on('languageChanged', onChange);
  return () => i18n.off('languageChanged', onChange);
}
