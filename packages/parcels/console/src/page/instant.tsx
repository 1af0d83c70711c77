import { useLocale } from '@portico/module-kit';

/** Formats a time in the language of the user. */
export function formatInstant(at: string, locale: string): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

interface InstantProps {
  readonly at: string | null;
  /** The text if there is no time. */
  readonly none?: string;
}

/** A time in the language of the user. */
export function Instant({ at, none }: InstantProps) {
  const locale = useLocale();
  return at === null ? none : <time dateTime={at}>{formatInstant(at, locale)}</time>;
}
