import { localeAtom, useAtomValue } from '@portico/shared';

// Not in the catalogues of the shell, which every sign-in form waits for: few users need them.
const texts = {
  en: {
    title: 'Enter your code',
    lead: 'Your password is right. Enter the code that your authenticator app shows now.',
    code: 'Code',
    code_required: 'Enter the six digits of the code.',
    wrong: 'This code is wrong, or it was used already. Enter the next one.',
    expired: 'The sign-in took too long. Enter your e-mail and password again.',
    trust: 'Do not ask for a code in this browser for 30 days',
    use_recovery: 'Use a recovery code',
    recovery_lead: 'Enter one of the ten recovery codes that you kept when you set up the app. Each works once.',
    or_recovery: 'A recovery code may be entered here too.',
    recovery_code: 'Recovery code',
    recovery_required: 'Enter a recovery code.',
    use_app: 'Use a code of the app',
    setup_title: 'Set up a second factor',
    setup_lead: 'Here, signing in needs a second factor besides the password. It takes a minute.',
    scan: 'Scan this picture with an authenticator app, such as the one of your phone. Then enter the code that it shows.',
    secret: 'Or type this key into the app:',
    qr: 'QR code for the authenticator app',
    confirm: 'Confirm',
    codes_title: 'Keep your recovery codes',
    codes_lead: 'Each of them signs you in once if you lose the app. They are shown only now.',
    copy: 'Copy',
    copied: 'Copied',
    go_on: 'I have kept them',
    report_title: 'Was this sign-in not yours?',
    report_lead:
      'If it was not you, continue: all sessions end, and your password no longer works until you set a new one. If it was you, close this page.',
    report: 'This was not me',
  },
  pt: {
    title: 'Informe o código',
    lead: 'A senha está certa. Informe o código que o seu aplicativo autenticador mostra agora.',
    code: 'Código',
    code_required: 'Informe os seis dígitos do código.',
    wrong: 'Este código está errado ou já foi usado. Informe o próximo.',
    expired: 'O acesso demorou demais. Informe de novo o e-mail e a senha.',
    trust: 'Não pedir código neste navegador por 30 dias',
    use_recovery: 'Usar um código de recuperação',
    recovery_lead: 'Informe um dos dez códigos de recuperação que você guardou. Cada um vale uma vez.',
    or_recovery: 'Um código de recuperação também vale aqui.',
    recovery_code: 'Código de recuperação',
    recovery_required: 'Informe um código de recuperação.',
    use_app: 'Usar um código do aplicativo',
    setup_title: 'Configure um segundo fator',
    setup_lead: 'Aqui, entrar exige um segundo fator além da senha. Leva um minuto.',
    scan: 'Leia esta imagem com um aplicativo autenticador, como o do seu telefone. Depois informe o código que ele mostra.',
    secret: 'Ou digite esta chave no aplicativo:',
    qr: 'Código QR para o aplicativo autenticador',
    confirm: 'Confirmar',
    codes_title: 'Guarde os códigos de recuperação',
    codes_lead: 'Cada um deles permite entrar uma vez se você perder o aplicativo. Só são mostrados agora.',
    copy: 'Copiar',
    copied: 'Copiado',
    go_on: 'Já guardei',
    report_title: 'Este acesso não foi seu?',
    report_lead:
      'Se não foi você, continue: todas as sessões terminam, e a sua senha deixa de valer até que você defina outra. Se foi você, feche esta página.',
    report: 'Não fui eu',
  },
} as const;

/** Returns the texts of the second factor in the language of the portal. */
export function useFactorTexts() {
  const found = texts[useAtomValue(localeAtom)];
  return (key: keyof typeof found) => found[key];
}
