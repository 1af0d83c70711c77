import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of passkeys in the forms of signed-out users. */
export const usePasskeyTexts = addTexts('auth-passkeys', { en, pt });
