import { useLocale } from '@portico/module-kit';
import { createContext, type ReactNode, useContext } from 'react';
import { type Catalogue, en, pt } from './catalogues';

/** A text of the demo data, in both languages. */
export interface Text {
  readonly pt: string;
  readonly en: string;
}

interface Language {
  readonly text: Catalogue;
  read(text: Text): string;
}

const english: Language = { text: en, read: (text) => text.en };
const portuguese: Language = { text: pt, read: (text) => text.pt };

const LanguageContext = createContext(portuguese);
export const useLanguage = () => useContext(LanguageContext);

/** Follows the portal's language. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return (
    <LanguageContext.Provider value={locale === 'en' ? english : portuguese}>
      <div className="smsadev" lang={locale === 'en' ? 'en' : 'pt-BR'}>
        {children}
      </div>
    </LanguageContext.Provider>
  );
}
