import { passwordResetRequestSchema, recoveryRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error';
import { localeOf } from '../errors/request-locale';
import { parse } from '../parse';
import type { Services } from '../services';
import { resetPassword, sendRecoveryCode } from './recovery';

export function registerRecoveryRoutes(app: FastifyInstance, services: Services): void {
  // Everything happens after the answer, so that neither it nor its time tells who has an account.
  app.post('/auth/recover', async (request, reply) => {
    const { email } = parse(recoveryRequestSchema, request.body);
    const locale = localeOf(request.headers['accept-language']);
    services.background.run(() => sendRecoveryCode(services, email, locale));
    return reply.code(202).send({});
  });

  app.put('/auth/recover', async (request, reply) => {
    const reset = await resetPassword(services, parse(passwordResetRequestSchema, request.body));
    if (!reset) throw new ApiError(400, 'code-invalid');
    return reply.code(204).send();
  });
}
