import { localeAtom, useAtomValue } from '@portico/shared';

// Not in the catalogues of the shell, which every sign-in form waits for.
const texts = {
  en: {
    title: 'Second factor',
    none: 'Besides the password, a sign-in can ask for a code of an authenticator app on your phone.',
    since: 'A sign-in by password asks for a code of your authenticator app, since {when}.',
    codes_left: '{count} recovery codes are left.',
    required: 'Your portal requires it.',
    set_up: 'Set up',
    replace: 'Replace the app',
    renew: 'New recovery codes',
    remove: 'Remove',
    remove_text: 'From then on, your password is enough to sign in.',
    removed: 'The second factor was removed.',
    scan: 'Scan this picture with an authenticator app, then enter the code that it shows.',
    secret: 'Or type this key into the app:',
    qr: 'QR code for the authenticator app',
    code: 'Code',
    code_required: 'Enter the six digits of the code.',
    wrong: 'This code is wrong, or it was used already. Enter the next one.',
    confirm: 'Confirm',
    codes_title: 'Keep your recovery codes',
    codes_text:
      'Each of them signs you in once if you lose the app. They are shown only now; former ones no longer work.',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    print: 'Print',
    done: 'I have kept them',
    devices: 'Known devices',
    devices_text: 'You have signed in with these browsers. A sign-in with another one is mailed to you.',
    trusted: 'No code until {when}',
    forget: 'Forget',
    forgotten: 'The device was forgotten.',
    last_used: 'Last sign-in {when}',
  },
  pt: {
    title: 'Segundo fator',
    none: 'Além da senha, o acesso pode pedir um código de um aplicativo autenticador no seu telefone.',
    since: 'O acesso por senha pede um código do seu aplicativo autenticador, desde {when}.',
    codes_left: 'Restam {count} códigos de recuperação.',
    required: 'O seu portal o exige.',
    set_up: 'Configurar',
    replace: 'Trocar o aplicativo',
    renew: 'Novos códigos de recuperação',
    remove: 'Remover',
    remove_text: 'A partir daí, basta a senha para entrar.',
    removed: 'O segundo fator foi removido.',
    scan: 'Leia esta imagem com um aplicativo autenticador e informe o código que ele mostra.',
    secret: 'Ou digite esta chave no aplicativo:',
    qr: 'Código QR para o aplicativo autenticador',
    code: 'Código',
    code_required: 'Informe os seis dígitos do código.',
    wrong: 'Este código está errado ou já foi usado. Informe o próximo.',
    confirm: 'Confirmar',
    codes_title: 'Guarde os códigos de recuperação',
    codes_text:
      'Cada um permite entrar uma vez se você perder o aplicativo. Só são mostrados agora; os anteriores deixaram de valer.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Baixar',
    print: 'Imprimir',
    done: 'Já guardei',
    devices: 'Dispositivos conhecidos',
    devices_text: 'Você já entrou com estes navegadores. O acesso com outro é avisado por e-mail.',
    trusted: 'Sem código até {when}',
    forget: 'Esquecer',
    forgotten: 'O dispositivo foi esquecido.',
    last_used: 'Último acesso {when}',
  },
} as const;

/** Returns the texts of the second factor and of known devices in the language of the portal. */
export function useFactorTexts() {
  const found = texts[useAtomValue(localeAtom)];
  return (key: keyof typeof found, values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).reduce<string>((text, [name, value]) => text.replace(`{${name}}`, () => value), found[key]);
}
