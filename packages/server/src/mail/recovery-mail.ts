import type { Locale } from '@portico/contract';

const texts: Record<Locale, { subject: string; text: (name: string, code: string) => string }> = {
  pt: {
    subject: 'Seu código para definir a senha',
    text: (name, code) => `Olá, ${name}.

Seu código é ${code}. Ele vale por 15 minutos.

Se você não pediu este código, ignore esta mensagem: sua senha continua a mesma.
`,
  },
  en: {
    subject: 'Your code to set a password',
    text: (name, code) => `Hello ${name},

Your code is ${code}. It is valid for 15 minutes.

If you did not ask for it, ignore this message: your password stays the same.
`,
  },
};

export function recoveryMail(name: string, code: string, locale: Locale): { subject: string; text: string } {
  return { subject: texts[locale].subject, text: texts[locale].text(name, code) };
}
