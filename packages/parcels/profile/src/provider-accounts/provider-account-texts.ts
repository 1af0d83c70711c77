import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the list of accounts at providers. */
export const useProviderAccountTexts = addTexts('profile-provider-accounts', { en, pt });
