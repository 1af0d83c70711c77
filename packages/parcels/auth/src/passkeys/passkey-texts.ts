import { localeAtom, useAtomValue } from '@portico/shared';
import { defineLateTexts, getLateText } from '@portico/shared/late-texts';

const texts = defineLateTexts(
  {
    instead: 'Use a passkey instead',
    remove_lost: 'Remove all my passkeys, because one is lost',
    cancelled: 'No passkey was made. Try again, or choose a password.',
    exists: 'This device has a passkey of yours already.',
    unsupported: 'This browser cannot make a passkey here. Choose a password.',
  },
  {
    instead: 'Usar uma chave de acesso',
    remove_lost: 'Remover todas as minhas chaves de acesso, porque perdi uma',
    cancelled: 'Nenhuma chave de acesso foi criada. Tente novamente ou escolha uma senha.',
    exists: 'Este dispositivo já tem uma chave de acesso sua.',
    unsupported: 'Este navegador não pode criar uma chave de acesso aqui. Escolha uma senha.',
  },
);

/** Returns the texts of passkeys in the forms of signed-out users. */
export function usePasskeyTexts() {
  const locale = useAtomValue(localeAtom);
  return (key: keyof typeof texts.en) => getLateText(texts, locale, key);
}
