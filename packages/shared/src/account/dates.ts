import type { Locale } from '@portico/contract';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import relativeTime from 'dayjs/plugin/relativeTime';
import { useAtomValue } from 'jotai';
import { localeAtom } from '../settings/settings-atoms';
import { store } from '../store';

dayjs.extend(relativeTime);

const dayjsLocales: Record<Locale, string> = { pt: 'pt-br', en: 'en' };

/** Dates as the portal writes them (specification, section 9), from ISO 8601, in the time zone of the browser. */
export interface Dates {
  /** `DD-MM-YYYY` */
  date(time: string): string;
  /** `DD-MM-YYYY HH:mm` */
  dateTime(time: string): string;
  /** How long ago, in words; a time that is still to come by the clock of this machine is now. */
  ago(time: string): string;
}

const dates: Record<Locale, Dates> = { pt: createDates('pt'), en: createDates('en') };

/** Dates in the active language; re-renders when it changes. */
export function useDates(): Dates {
  return dates[useAtomValue(localeAtom, { store })];
}

function createDates(locale: Locale): Dates {
  const read = (time: string) => dayjs(time).locale(dayjsLocales[locale]);
  return {
    date: (time) => read(time).format('DD-MM-YYYY'),
    dateTime: (time) => read(time).format('DD-MM-YYYY HH:mm'),
    ago(time) {
      const now = dayjs();
      const past = read(time);
      return (past.isAfter(now) ? read(now.toISOString()) : past).from(now);
    },
  };
}
