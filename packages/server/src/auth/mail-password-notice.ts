import type { FastifyRequest } from 'fastify';
import type { User } from '../accounts/user-repository';
import { localeOf } from '../errors/request-locale';
import { passwordNotice } from '../mail/password-notice';
import type { Services } from '../services';
import { sessionOriginOf } from './session-origin';
import { parseUserAgent } from './user-agent';

/** Tells the user, after the answer, that the password was changed and from where. */
export function mailPasswordNotice({ background, mailer }: Services, user: User, request: FastifyRequest): void {
  const locale = localeOf(request.headers['accept-language']);
  const { ip, userAgent } = sessionOriginOf(request);
  const { browser, system } = parseUserAgent(userAgent);
  const place = [browser, system, ip].filter((part) => part !== '').join(', ');
  background.run(() => mailer.send({ to: user.email, ...passwordNotice(user.name, place, locale) }));
}
