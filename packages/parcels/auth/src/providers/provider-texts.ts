import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the form with providers in the language of the portal. */
export const useProviderTexts = addTexts('auth-providers', { en, pt });
