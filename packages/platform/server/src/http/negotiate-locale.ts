import { defaultLocale, type Locale, locales } from '@portico/contract';
import { LRUCache } from 'lru-cache';

/** Of the headers that browsers send, most are the same. */
const negotiated = new LRUCache<string, Locale>({ max: 100, memoMethod: negotiate });

/** Chooses the language by `Accept-Language` (RFC 9110, 12.5.4); Portuguese by default. */
export function negotiateLocale(acceptLanguage = ''): Locale {
  return negotiated.memo(acceptLanguage);
}

function negotiate(acceptLanguage: string): Locale {
  const wanted = acceptLanguage
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
