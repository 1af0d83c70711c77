import { type ConfirmationState, confirmationSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import { isNewRefusal } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { mailCode } from '../passwords/mailed-codes';
import { authenticate } from '../sessions/authenticate';
import { findConfirmationEnd } from '../sessions/confirmation';
import { confirmSession, getCodeRequest, listConfirmationMethods } from './confirm-session';

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
    const own = describeOwnAction(live.user.id, readCallOrigin(request), live.session.tenant);
    try {
      await confirmSession(services, request, { ...live, proof }, (tx) =>
        recordAudit(tx, now(), { action: 'caller-confirmed', ...own }),
      );
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || isNewRefusal(error.code, live.user.id, request.ip))) {
        await recordAudit(database, now(), {
          action: 'confirmation-refused',
          ...own,
          details: { reason: error.reason },
        });
      }
      throw error;
    }
    return reply.code(204).send();
  });

  // Mails a code to a user without a password. The code of an earlier mail to this session ends.
  app.post('/auth/confirmation/code', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    if (user.passwordHash !== null) throw new ApiError(409, 'confirmation-by-password');
    await throttle.count(database, [['recoveryOfAccount', user.email]]);
    const own = describeOwnAction(user.id, readCallOrigin(request), session.tenant);
    await recordAudit(database, now(), { action: 'confirmation-code-requested', ...own });
    const id = getCodeRequest(session);
    background.run(() => mailCode(services, request, user, { id, mail: 'mail.confirmation' }));
    return reply.code(202).send({});
  });
}
