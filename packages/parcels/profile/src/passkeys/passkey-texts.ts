import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the list of passkeys. */
export const usePasskeyTexts = addTexts('profile-passkeys', { en, pt });
