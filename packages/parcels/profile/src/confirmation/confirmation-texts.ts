import { localeAtom, useAtomValue } from '@portico/shared';
import { defineLateTexts, getLateText } from '@portico/shared/late-texts';

const texts = defineLateTexts(
  {
    title: 'Confirm that it is you',
    text: 'For the next ten minutes, other steps do not ask again.',
    continue: 'Continue',
    use_passkey: 'Use a passkey',
    send_code: 'Send me a code by e-mail',
    code_sent: 'A code was sent to {{email}}. It is valid for 10 minutes.',
    cancelled: 'No passkey was used. Try again.',
    unsupported: 'This browser cannot use a passkey here.',
  },
  {
    title: 'Confirme que é você',
    text: 'Nos próximos dez minutos, os outros passos não perguntam de novo.',
    continue: 'Continuar',
    use_passkey: 'Usar uma chave de acesso',
    send_code: 'Enviar um código por e-mail',
    code_sent: 'Um código foi enviado para {{email}}. Ele vale por 10 minutos.',
    cancelled: 'Nenhuma chave de acesso foi usada. Tente novamente.',
    unsupported: 'Este navegador não pode usar uma chave de acesso aqui.',
  },
);

/** Returns the texts of the dialog that asks users to prove who they are. */
export function useConfirmationTexts() {
  const locale = useAtomValue(localeAtom);
  return (key: keyof typeof texts.en, values?: Readonly<Record<string, string>>) =>
    getLateText(texts, locale, key, values);
}
