import { isolateText, localeAtom, useAtomValue } from '@portico/shared';

// Not in the catalogues of the shell, which every sign-in form waits for: few tenants have providers.
const texts = {
  en: {
    next: 'Continue',
    continue_with: 'Continue with {name}',
    invited: '{name} invites you to its portal. Accept, and sign in with the account of your company.',
    passwords_off: 'Passwords are switched off here. Sign in as shown below.',
  },
  pt: {
    next: 'Continuar',
    continue_with: 'Continuar com {name}',
    invited: '{name} convida você para o portal. Aceite e entre com a conta da sua empresa.',
    passwords_off: 'As senhas estão desativadas aqui. Entre como mostrado abaixo.',
  },
} as const;

/** Returns the texts of the form with providers in the language of the portal. */
export function useProviderTexts() {
  const found = texts[useAtomValue(localeAtom)];
  return (key: keyof typeof found, name = '') => found[key].replace('{name}', () => isolateText(name));
}
