import { type Locale, useLocale } from '@portico/module-kit';
import { useCallback } from 'react';

/** A text, or its two forms by the value `count`. `{name}` in it is replaced by the value of that name. */
type Text = string | { readonly one: string; readonly other: string };

/** Texts in both languages, by key. */
export type Texts<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, Text>>>>;

type Values = Readonly<Record<string, string | number>>;

/** Returns a text in the language of the portal. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/** Defines texts; the Portuguese ones must have the keys of the English ones. */
export function defineTexts<Key extends string>(
  en: Readonly<Record<Key, Text>>,
  pt: Readonly<Record<NoInfer<Key>, Text>>,
): Texts<Key> {
  return { en, pt };
}

/** Returns the function that translates these texts; another one after the user has changed the language. */
export function useTexts<Key extends string>(texts: Texts<Key>): Translate<Key> {
  const locale = useLocale();
  return useCallback((key, values) => fill(texts[locale][key], values ?? {}, locale), [texts, locale]);
}

function fill(text: Text, values: Values, locale: Locale): string {
  // The forms of Portuguese for 0 and for millions are those of 1 and of other numbers.
  const isOne = new Intl.PluralRules(locale).select(Number(values.count)) === 'one';
  const form = typeof text === 'string' ? text : isOne ? text.one : text.other;
  return form.replaceAll(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? placeholder);
  });
}
