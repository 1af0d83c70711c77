import { languageTags } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { TooManyTriesError } from '../../http/api-error';
import { negotiateLocale } from '../../http/negotiation';
import { formatUserAgent } from '../../http/user-agent';
import { getTexts } from '../../i18n/i18n';
import { findPortalAddress } from '../accounts/call-tenant';
import type { User } from '../accounts/user-repository';
import { readCallOrigin } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { sendMail } from '../send-mail';

/** Mails a user about a sign-in with a new browser, with a link by which they say that it was not them. */
export async function mailNewDevice(
  services: IdentityServices,
  request: FastifyRequest,
  user: User,
  token: string,
): Promise<void> {
  try {
    await services.throttle.count(services.database, [['devicesOfAccount', user.email]]);
  } catch (error) {
    if (error instanceof TooManyTriesError) return;
    throw error;
  }
  const locale = negotiateLocale(request.headers['accept-language']);
  const t = getTexts(locale);
  const { ip, userAgent } = readCallOrigin(request);
  const device = formatUserAgent(userAgent) || t('mail.new-device.unknown');
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const time = `${services.now().toLocaleString(languageTags[locale], format)} UTC`;
  const address = findPortalAddress(request, services);
  // A fragment: browsers send it to no server, so that it is in no log and no referrer.
  const link = address === undefined ? undefined : `${address}/recover#${token}`;
  const advice = link === undefined ? t('mail.new-device.advice') : t('mail.new-device.report', { link });
  await sendMail(services, request, user, { mail: 'mail.new-device', values: { device, ip, time, advice } });
}
