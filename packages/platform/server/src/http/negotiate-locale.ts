import { defaultLocale, type Locale, locales } from '@portico/contract';

/** Chooses the language by `Accept-Language` (RFC 9110, 12.5.4); Portuguese by default. */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [range = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { language: range.split('-')[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { language } of wanted) {
    const locale = locales.find((candidate) => candidate === language);
    if (locale !== undefined) return locale;
  }
  return defaultLocale;
}
