import { useLocale } from '@portico/module-kit';

const texts = {
  pt: { title: 'Novo módulo', greet: 'Quem sou eu?', nobody: 'Ninguém' },
  en: { title: 'New module', greet: 'Who am I?', nobody: 'Nobody' },
};

/** The texts in the language of the portal; re-renders when it changes. */
export function useTexts() {
  return texts[useLocale()];
}
