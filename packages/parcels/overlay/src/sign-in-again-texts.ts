import { isolateText, localeAtom, useAtomValue } from '@portico/shared';

// Not in the catalogues of the shell, which the sign-in form waits for.
const texts = {
  en: {
    continue_with: 'Continue with {name}',
    new_tab: 'Sign in in a new tab',
    come_back: 'Sign in in the new tab, then come back here. This page continues by itself.',
    factor:
      'Your account needs a second step. Sign in in a new tab, then come back here. This page continues by itself.',
  },
  pt: {
    continue_with: 'Continuar com {name}',
    new_tab: 'Entrar em uma nova aba',
    come_back: 'Entre na nova aba e depois volte aqui. Esta página continua sozinha.',
    factor:
      'A sua conta pede uma segunda etapa. Entre em uma nova aba e depois volte aqui. Esta página continua sozinha.',
  },
} as const;

type AgainTextKey = keyof (typeof texts)['en'];

/** Returns the texts of the dialog in the language of the portal. */
export function useAgainTexts() {
  const found = texts[useAtomValue(localeAtom)];
  return (key: AgainTextKey, name = '') => found[key].replace('{name}', () => isolateText(name));
}
