import { defineTexts } from '../texts/define-texts';
import en from './locales/en.json';
import pt from './locales/pt.json';

export const useSignInTexts = defineTexts({ en, pt });
