// A separate entry, bundled into each parcel that shows times: these load later than `index.ts`. Import no state of the
// package here: it would be a second copy.
import type { Locale } from '@portico/contract';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';
import 'dayjs/locale/pt-br';

dayjs.extend(relativeTime);

const dayjsLocales: Readonly<Record<Locale, string>> = { pt: 'pt-br', en: 'en' };

const fullFormats: Readonly<Record<Locale, string>> = {
  pt: 'dddd, D [de] MMMM [de] YYYY [às] HH:mm',
  // The portal writes the day before the month in every language.
  en: 'dddd, D MMMM YYYY [at] HH:mm',
};

/** Writes a time of ISO 8601 as `DD-MM-YYYY HH:mm`, in the time zone of the browser. */
export function formatDateTime(time: string): string {
  return dayjs(time).format('DD-MM-YYYY HH:mm');
}

/** Writes a time of ISO 8601 in full, such as `Saturday, 21 November 2026 at 14:32`. */
export function formatFullTime(time: string, locale: Locale): string {
  return dayjs(time).locale(dayjsLocales[locale]).format(fullFormats[locale]);
}

/** Writes how long ago a time of ISO 8601 was, such as `3 hours ago`. A later one is now, because clocks differ. */
export function formatRelativeTime(time: string, now: number, locale: Locale): string {
  return dayjs(Math.min(Date.parse(time), now))
    .locale(dayjsLocales[locale])
    .from(now);
}
