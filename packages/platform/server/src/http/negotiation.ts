import { defaultLocale, type Locale, locales } from '@portico/contract';
import Negotiator from 'negotiator';

/** Browsers accept Brotli only from secure origins. */
export type ContentEncoding = 'br' | 'gzip';

/** Best first. */
const encodings: readonly ContentEncoding[] = ['br', 'gzip'];

/** Chooses the language by `Accept-Language`; Portuguese by default. */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const language = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language(locales);
  return locales.find((locale) => locale === language) ?? defaultLocale;
}

/** Chooses the best encoding that `Accept-Encoding` allows; `undefined` for none. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding | undefined {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(encodings);
  return encodings.find((encoding) => accepted.includes(encoding));
}
