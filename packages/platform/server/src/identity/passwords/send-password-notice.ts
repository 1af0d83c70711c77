import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../../http/negotiation';
import { getTexts } from '../../i18n/i18n';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { parseUserAgent, readSessionOrigin } from '../sessions/session-origin';

/** Mails the user, after the response, that the password was changed and from where. */
export function sendPasswordNotice(
  { background, mailer }: IdentityServices,
  user: User,
  request: FastifyRequest,
): void {
  const t = getTexts(negotiateLocale(request.headers['accept-language']));
  const { ip, userAgent } = readSessionOrigin(request);
  const { browser, system } = parseUserAgent(userAgent);
  const place = [browser, system, ip].filter((part) => part !== '').join(', ');
  const subject = t('mail.password-changed.subject');
  const text = t('mail.password-changed.text', { name: user.name, place });
  background.run(() => mailer.send({ to: user.email, subject, text }));
}
