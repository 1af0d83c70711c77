import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the second factor and of known devices in the language of the portal. */
export const useFactorTexts = addTexts('profile-second-factor', { en, pt });
