import type { Locale } from '@portico/contract';
import { useState } from 'react';
import { useAtomValue } from '../store';
import { localeAtom, setLocale } from './settings';

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Locale, { readonly text: string; readonly lang: string }>> = {
  pt: { text: 'Português', lang: 'pt-BR' },
  en: { text: 'English', lang: 'en' },
};

/** Returns the language that the user chose, even while its texts load, and whether loading them failed. */
export function useLanguageChoice() {
  const current = useAtomValue(localeAtom);
  const [wanted, setWanted] = useState<Locale>();
  const [hasFailed, setFailed] = useState(false);

  const choose = async (locale: Locale) => {
    setFailed(false);
    setWanted(locale);
    try {
      await setLocale(locale);
    } catch {
      setFailed(true);
    } finally {
      setWanted((present) => (present === locale ? undefined : present));
    }
  };

  return { chosen: wanted ?? current, hasFailed, choose };
}
