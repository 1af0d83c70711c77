import type { Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../../http/negotiate-locale';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { parseUserAgent, readSessionOrigin } from '../sessions/session-origin';

/** Mails the user, after the response, that the password was changed and from where. */
export function sendPasswordNotice(
  { background, mailer }: IdentityServices,
  user: User,
  request: FastifyRequest,
): void {
  const locale = negotiateLocale(request.headers['accept-language']);
  const { ip, userAgent } = readSessionOrigin(request);
  const { browser, system } = parseUserAgent(userAgent);
  const place = [browser, system, ip].filter((part) => part !== '').join(', ');
  const { subject, text } = texts[locale];
  background.run(() => mailer.send({ to: user.email, subject, text: text(user.name, place) }));
}

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
