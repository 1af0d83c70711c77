import { addTexts } from '@portico/shared';
import { setUpTexts } from '@portico/ui/set-up-texts';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the second factor in the language of the portal. */
export const useFactorTexts = addTexts('auth-factor', {
  en: { ...en, ...setUpTexts.en },
  pt: { ...pt, ...setUpTexts.pt },
});
