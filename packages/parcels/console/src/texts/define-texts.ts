import { type Locale, useLocale } from '@portico/module-kit';

/** The key of a text of a catalogue; one with plural forms, such as `rows` of `rows_one` and `rows_other`, takes a `count`. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Key extends `${infer Plural}_${'one' | 'other'}` ? Plural : Key;
}[keyof Texts & string];

type Values = Readonly<Record<string, string | number>>;

/** Returns a text in the language of the portal, with these values put into it. */
export interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
  /** Returns the text of a key that may be unknown, such as one for a code that a newer server has added. */
  find(key: string, values?: Values): string | undefined;
}

/**
 * Defines texts by a catalogue for each language, in the form of those of i18next, which a module may not import.
 * @returns the hook that translates them; it returns another function after the user has changed the language
 */
export function defineTexts<Texts extends Readonly<Record<string, string>>>(
  catalogues: Readonly<Record<Locale, Texts>>,
): () => Translate<KeyOf<Texts>> {
  const translators = { en: createTranslate('en', catalogues.en), pt: createTranslate('pt', catalogues.pt) };
  return () => translators[useLocale()];
}

function createTranslate(locale: Locale, texts: Readonly<Record<string, string>>): Translate<string> {
  const plurals = new Intl.PluralRules(locale);
  const find = (key: string, values: Values = {}) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : texts[`${key}_${plurals.select(Number(values.count))}`];
    return text?.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name) => {
      const value = values[name];
      return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? placeholder);
    });
  };
  return Object.assign((key: string, values?: Values) => find(key, values) ?? key, { find });
}
