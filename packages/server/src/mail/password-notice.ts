import type { Locale } from '@portico/contract';

const texts: Record<Locale, { subject: string; text: (name: string, place: string) => string }> = {
  pt: {
    subject: 'Sua senha foi alterada',
    text: (name, place) => `Olá, ${name}.

Sua senha foi alterada. As outras sessões foram encerradas. A alteração veio de:
${place}

Se não foi você, defina uma nova senha em "Esqueceu a senha?", na tela de entrada, e avise o suporte.
`,
  },
  en: {
    subject: 'Your password was changed',
    text: (name, place) => `Hello ${name},

Your password was changed. The other sessions were ended. The change came from:
${place}

If it was not you, set a new password by "Forgot your password?" where you sign in, and tell your support.
`,
  },
};

/** @param place browser, system and address that the change came from, for people */
export function passwordNotice(name: string, place: string, locale: Locale): { subject: string; text: string } {
  return { subject: texts[locale].subject, text: texts[locale].text(name, place) };
}
