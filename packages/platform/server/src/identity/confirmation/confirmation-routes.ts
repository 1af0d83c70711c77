import { type ConfirmationState, confirmationSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { recordOwnAction } from '../audit/audit-log';
import { withRecordedOwnRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { mailCode } from '../passwords/mailed-codes';
import { authenticate } from '../sessions/authenticate';
import { findConfirmationEnd, markConfirmed } from '../sessions/confirmation';
import { getCodeRequest, listConfirmationMethods, proveUser } from './prove-user';

/** The routes by which users prove again who they are, before they change how they sign in. */
export function registerConfirmationRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, throttle } = services;

  app.get('/auth/confirmation', async (request): Promise<ConfirmationState> => {
    const live = await authenticate(request, services);
    return {
      confirmed_until: findConfirmationEnd(live.session, now())?.toISOString() ?? null,
      ...(await listConfirmationMethods(services, request, live)),
    };
  });

  // Answers 403, because the shell refreshes the session and retries after a 401.
  app.post('/auth/confirmation', async (request, reply) => {
    const live = await authenticate(request, services);
    const proof = parse(confirmationSchema, request.body);
    await withRecordedOwnRefusals(services, request, live.session, 'confirmation-refused', () =>
      proveUser(services, request, { ...live, proof }),
    );
    await markConfirmed(services, request, live.session);
    return reply.code(204).send();
  });

  // Mails a code to a user without a password. The code of an earlier mail to this session ends.
  app.post('/auth/confirmation/code', async (request, reply) => {
    const live = await authenticate(request, services);
    const { session, user } = live;
    const { methods } = await listConfirmationMethods(services, request, live);
    if (!methods.includes('mailed-code')) throw new ApiError(409, 'no-mailed-confirmation');
    await throttle.count(database, [['recoveryOfAccount', user.email]]);
    await recordOwnAction(database, now(), request, session, 'confirmation-code-requested');
    const id = getCodeRequest(session);
    background.run(() => mailCode(services, request, user, { id, mail: 'mail.confirmation' }));
    return reply.code(202).send({});
  });
}
