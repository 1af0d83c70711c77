import { passwordResetRequestSchema, recoveryRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error';
import { localeOf } from '../errors/request-locale';
import { parse } from '../parse';
import type { Services } from '../services';
import { addressGroupOf } from '../throttling/address-group';
import { mailPasswordNotice } from './mail-password-notice';
import { resetPassword, sendRecoveryCode } from './recovery';
import { sweepAccounts } from './sweep-accounts';

export function registerRecoveryRoutes(app: FastifyInstance, services: Services): void {
  const { background, database, now, throttle } = services;

  // Whatever depends on the e-mail happens after the answer, so that neither it nor its time tells who has an account.
  app.post('/auth/recover', async (request, reply) => {
    const { email } = parse(recoveryRequestSchema, request.body);
    const locale = localeOf(request.headers['accept-language']);
    await throttle.count(database, 'recoveryFromAddress', addressGroupOf(request.ip));
    background.run(() => sendRecoveryCode(services, email, locale));
    background.run(() => sweepAccounts(database, now()));
    return reply.code(202).send({});
  });

  app.put('/auth/recover', async (request, reply) => {
    const wanted = parse(passwordResetRequestSchema, request.body);
    const user = await resetPassword(services, wanted, addressGroupOf(request.ip));
    if (user === undefined) throw new ApiError(400, 'code-invalid');
    mailPasswordNotice(services, user, request);
    return reply.code(204).send();
  });
}
