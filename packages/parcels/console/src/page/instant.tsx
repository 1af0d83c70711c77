import { useLocale } from '@portico/module-kit';

/** Formats a time in the language of the user. */
export function formatInstant(at: string, locale: string): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A time in the language of the user. */
export function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatInstant(at, useLocale())}</time>;
}
