import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { formatUserAgent } from '../http/user-agent';
import { getTexts, type MailName } from '../i18n/i18n';
import { findCallTenant, findPortalAddress } from './accounts/call-tenant';
import { findMailTenant } from './accounts/tenant-repository';
import type { User } from './accounts/user-repository';
import { readCallOrigin } from './audit/audit-log';
import type { IdentityServices } from './identity-services';

/** The texts of a mail, and their values. */
interface UserMail {
  readonly mail: MailName;
  readonly values?: Readonly<Record<string, string | number>>;
}

type Addressee = Pick<User, 'email' | 'name'>;

/** Mails a user after the response, like `sendMail`. */
export function mailLater(services: IdentityServices, request: FastifyRequest, user: Addressee, mail: UserMail): void {
  services.background.run(() => sendMail(services, request, user, mail));
}

/** Mails a user in the language of a request, with the name of the tenant's portal, a link to it, and the place of the request. */
export async function sendMail(
  services: IdentityServices,
  request: FastifyRequest,
  { email: to, name }: Addressee,
  { mail, values }: UserMail,
): Promise<void> {
  const { database, mailer } = services;
  const t = getTexts(negotiateLocale(request.headers['accept-language']));
  const tenant = await findMailTenant(database, findCallTenant(request, services));
  const portal = tenant?.name ?? 'Portico';
  const address = findPortalAddress(request, services);
  const link = address === undefined ? '' : t('mail.link', { portal, address });
  const place = describePlace(request);
  const text = t(`${mail}.text`, { place, ...values, name, portal }) + link;
  await mailer.send({ sender: tenant?.sender, to, subject: t(`${mail}.subject`, { portal }), text });
}

/** Describes where a call came from. */
function describePlace(request: FastifyRequest): string {
  const { ip, userAgent } = readCallOrigin(request);
  return [formatUserAgent(userAgent), ip].filter(Boolean).join(', ');
}
