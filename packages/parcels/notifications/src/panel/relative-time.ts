import type { Locale } from '@portico/contract';

const minute = 60_000;
/** The units, and up to how many of each a time is told in it. */
const units = [
  { unit: 'minute', length: minute, limit: 60 },
  { unit: 'hour', length: 60 * minute, limit: 24 },
  { unit: 'day', length: 24 * 60 * minute, limit: 30 },
  { unit: 'month', length: 30 * 24 * 60 * minute, limit: 12 },
  { unit: 'year', length: 365 * 24 * 60 * minute, limit: Number.POSITIVE_INFINITY },
] as const;

/** How long ago a time of ISO 8601 was, in words such as `3 hours ago`. A clock that is ahead counts as now. */
export function formatRelativeTime(time: string, now: number, locale: Locale): string {
  const { present, relative } = getFormats(locale);
  const age = now - Date.parse(time);
  if (age < minute) return present;
  const { unit, length } = units.find(({ length, limit }) => age < length * limit) ?? units[4];
  return relative.format(-Math.max(Math.floor(age / length), 1), unit);
}

/** A time of ISO 8601 in full, such as `Saturday, 21 November 2026 at 14:32`. */
export function formatFullTime(time: string, locale: Locale): string {
  return getFormats(locale).full.format(new Date(time));
}

/** By locale: to make one takes longer than to use it a hundred times. */
const formats = new Map<Locale, ReturnType<typeof createFormats>>();

function getFormats(locale: Locale) {
  const known = formats.get(locale) ?? createFormats(locale);
  formats.set(locale, known);
  return known;
}

function createFormats(locale: Locale) {
  return {
    present: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'),
    // Numbers alone: `yesterday` would be wrong of a time 25 hours ago soon after midnight.
    relative: new Intl.RelativeTimeFormat(locale),
    // British: the portal writes the day before the month everywhere.
    full: new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'pt-BR', { dateStyle: 'full', timeStyle: 'short' }),
  };
}
