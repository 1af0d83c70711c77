import { localeAtom, useAtomValue } from '@portico/shared';
import { defineLateTexts, getLateText } from '@portico/shared/late-texts';

const texts = defineLateTexts(
  {
    title: 'Passkeys',
    lead: 'Sign in by your finger, face or PIN, without a password. A passkey works at this address only: {{host}}.',
    none: 'You have no passkey here yet.',
    unsupported: 'This browser cannot make passkeys here.',
    add: 'Add a passkey',
    added: 'The passkey was added. You can sign in with it.',
    cancelled: 'No passkey was made. Try again when you are ready.',
    exists: 'This device has a passkey of yours already.',
    elsewhere: 'For {{host}}',
    created: 'Added {{when}}',
    unused: 'Not used yet',
    blocked: 'Blocked: there may be a copy of it. Remove it.',
    rename: 'Rename',
    name: 'Name',
    name_missing: 'Enter a name.',
    rename_title: 'Rename the passkey',
    remove: 'Remove',
    remove_title: 'Remove “{{name}}”?',
    remove_text: 'It signs in no more. Delete it in your password manager or on your device, too.',
    removed: 'The passkey was removed.',
  },
  {
    title: 'Chaves de acesso',
    lead: 'Entre com a digital, o rosto ou um PIN, sem senha. Uma chave de acesso funciona apenas neste endereço: {{host}}.',
    none: 'Você ainda não tem uma chave de acesso aqui.',
    unsupported: 'Este navegador não pode criar chaves de acesso aqui.',
    add: 'Adicionar chave de acesso',
    added: 'A chave de acesso foi adicionada. Você pode entrar com ela.',
    cancelled: 'Nenhuma chave de acesso foi criada. Tente novamente quando quiser.',
    exists: 'Este dispositivo já tem uma chave de acesso sua.',
    elsewhere: 'Para {{host}}',
    created: 'Adicionada {{when}}',
    unused: 'Ainda não usada',
    blocked: 'Bloqueada: pode existir uma cópia dela. Remova-a.',
    rename: 'Renomear',
    name: 'Nome',
    name_missing: 'Digite um nome.',
    rename_title: 'Renomear a chave de acesso',
    remove: 'Remover',
    remove_title: 'Remover “{{name}}”?',
    remove_text: 'Ela não entra mais. Exclua-a também no seu gerenciador de senhas ou no seu dispositivo.',
    removed: 'A chave de acesso foi removida.',
  },
);

/** Returns the texts of the list of passkeys. */
export function usePasskeyTexts() {
  const locale = useAtomValue(localeAtom);
  return (key: keyof typeof texts.en, values?: Readonly<Record<string, string>>) =>
    getLateText(texts, locale, key, values);
}
