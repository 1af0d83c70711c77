import { defineTexts } from './define-texts';
import en from './locales/en.json';
import pt from './locales/pt.json';

export const useCommonTexts = defineTexts({ en, pt });
