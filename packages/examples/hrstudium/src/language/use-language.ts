import { type Locale, useLocale } from '@portico/module-kit';
import en from './en.json';
import pt from './pt.json';

/** A text of the course material, in both languages. */
type Text = Readonly<Record<Locale, string>>;

const catalogues: Record<Locale, typeof en> = { en, pt };

/** The texts in the language of the portal, and a function that reads a text of the course material. */
export function useLanguage() {
  const locale = useLocale();
  return { locale, text: catalogues[locale], read: (text: Text) => text[locale] };
}

/** Puts values into a text, each in place of the next `{}`. */
export const fill = (text: string, ...values: readonly (string | number)[]) =>
  values.reduce<string>((filled, value) => filled.replace('{}', String(value)), text);
