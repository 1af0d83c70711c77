import type { PortalApi } from '@portico/contract';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Catalogue, en } from './en';
import { pt } from './pt';

/** A text of the course material, in both languages. */
export interface Text {
  readonly pt: string;
  readonly en: string;
}

interface Learner {
  readonly text: Catalogue;
  read(text: Text): string;
  /** The learner's name, or an empty string. */
  readonly name: string;
}

const LearnerContext = createContext<Learner>({ text: pt, read: (text) => text.pt, name: '' });
export const useLearner = () => useContext(LearnerContext);

/** The learner and their language; follows the portal's language. */
export function LearnerProvider({ portal, children }: { portal: PortalApi; children: ReactNode }) {
  const [locale, setLocale] = useState(portal.locale);
  useEffect(() => portal.subscribe('container:locale', setLocale), [portal]);
  const name = portal.user?.name ?? '';
  const learner: Learner =
    locale === 'en' ? { text: en, read: (text) => text.en, name } : { text: pt, read: (text) => text.pt, name };
  return (
    <LearnerContext.Provider value={learner}>
      <div className="hrs" lang={locale === 'en' ? 'en' : 'pt-BR'}>
        {children}
      </div>
    </LearnerContext.Provider>
  );
}
