import { addTexts } from '@portico/shared';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** Returns the texts of the dialog that asks users to prove who they are. */
export const useConfirmationTexts = addTexts('profile-confirmation', { en, pt });
