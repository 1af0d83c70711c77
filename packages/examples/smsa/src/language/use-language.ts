import { type Locale, useLocale } from '@portico/module-kit';
import en from './en.json';
import pt from './pt.json';

/** A text of the demo data, in both languages; what a user typed is a plain string. */
export type Text = string | Readonly<Record<Locale, string>>;

const catalogues: Record<Locale, typeof en> = { en, pt };

/** The texts in the language of the portal, and a function that reads a text of the demo data. */
export function useLanguage() {
  const locale = useLocale();
  const read = (text: Text) => (typeof text === 'string' ? text : text[locale]);
  return { locale, text: catalogues[locale], read };
}

/** Puts a value into a text, in place of `{}`. */
export const fill = (text: string, value: string | number) => text.replace('{}', String(value));

/** Puts a number into the text for one or for several. */
export const count = (forms: { readonly one: string; readonly other: string }, number: number) =>
  fill(number === 1 ? forms.one : forms.other, number);
