import { defineTexts } from '../texts/define-texts';

export const factorTexts = defineTexts(
  {
    title: 'Second factor',
    optional: 'Optional: users choose it in their profile.',
    required:
      'Required: a sign-in by password also needs a code of an authenticator app. A passkey or a provider does not.',
    passwords_off: 'Passwords are switched off, so no sign-in asks for it.',
    members_without: {
      one: '{count} member signs in by a password alone.',
      other: '{count} members sign in by a password alone.',
    },
    require: 'Require',
    make_optional: 'Make optional',
    require_text: 'At their next sign-in by password, members without one set it up before anything else.',
    make_optional_text: 'Members who have a second factor keep it, and may remove it in their profile.',
    now_required: 'The second factor is required.',
    now_optional: 'The second factor is optional.',
  },
  {
    title: 'Segundo fator',
    optional: 'Opcional: os usuários escolhem no perfil.',
    required:
      'Obrigatório: a entrada com senha também pede um código de um aplicativo autenticador. Uma chave de acesso ou um provedor não pede.',
    passwords_off: 'As senhas estão desativadas, então nenhuma entrada o pede.',
    members_without: {
      one: '{count} membro entra só com uma senha.',
      other: '{count} membros entram só com uma senha.',
    },
    require: 'Exigir',
    make_optional: 'Tornar opcional',
    require_text: 'Na próxima entrada com senha, os membros que não o têm o configuram antes de tudo.',
    make_optional_text: 'Os membros que têm um segundo fator ficam com ele e podem removê-lo no perfil.',
    now_required: 'O segundo fator é obrigatório.',
    now_optional: 'O segundo fator é opcional.',
  },
);
