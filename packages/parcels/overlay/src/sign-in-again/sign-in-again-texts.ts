import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the dialog in the language of the portal. */
export const useAgainTexts = addTexts('overlay-sign-in-again', { en, pt });
