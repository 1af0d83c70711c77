import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the section for users without a password. */
export const usePasswordTexts = addTexts('profile-password', { en, pt });
