import { useLocale } from '@portico/module-kit';
import { type Texts, texts } from './texts';

/** The texts in the language of the portal; re-renders when it changes. */
export function useTexts(): Texts {
  return texts[useLocale()];
}
