// A separate entry, bundled into each late chunk that has texts of its own: the catalogues load before the sign-in form.
// Import no state of the package here: it would be a second copy.
import { isolateText, type Locale } from '@portico/contract';

/** Texts in both languages, by key. `{{name}}` in a text is replaced by the value of that name. */
export type LateTexts<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;

/** Defines texts; the Portuguese ones must have the keys of the English ones. */
export function defineLateTexts<Key extends string>(
  en: Readonly<Record<Key, string>>,
  pt: Readonly<Record<NoInfer<Key>, string>>,
): LateTexts<Key> {
  return { en, pt };
}

/** Returns a text in a language. */
export function getLateText<Key extends string>(
  texts: LateTexts<Key>,
  locale: Locale,
  key: Key,
  values: Readonly<Record<string, string>> = {},
): string {
  return texts[locale][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name) => isolateText(values[name] ?? ''));
}
