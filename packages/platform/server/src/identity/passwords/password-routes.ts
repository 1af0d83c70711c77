import {
  isPasswordAllowedFor,
  passwordChangeRequestSchema,
  passwordResetRequestSchema,
  recoveryRequestSchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { negotiateLocale } from '../../http/negotiate-locale';
import { parse } from '../../http/parse';
import { replacePasswordHash } from '../accounts/user-repository';
import { getAddressGroup } from '../limits/throttle';
import type { IdentityServices } from '../services';
import { authenticate } from '../sessions/authenticate';
import { endSessionsOfUser } from '../sessions/session-repository';
import { resetPassword, sendRecoveryCode } from './recovery';
import { deleteRecoveryCode } from './recovery-repository';
import { sendPasswordNotice } from './send-password-notice';

export function registerPasswordRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, passwords, throttle } = services;

  // 403, because the shell answers a 401 with a refresh of the session and another try.
  app.put('/auth/password', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { current_password, new_password } = parse(passwordChangeRequestSchema, request.body);
    if (!isPasswordAllowedFor(user.email, new_password)) throw new ApiError(400, 'password-same-as-email');
    await throttle.count(database, 'passwordOfAccount', user.email);
    if (!(await passwords.verify(user.passwordHash, current_password))) throw new ApiError(403, 'wrong-password');

    const passwordHash = await passwords.hash(new_password);
    await database.transaction(async (tx) => {
      // Locks the rows in the same order as a recovery does, to avoid deadlocks.
      await deleteRecoveryCode(tx, user.id);
      if (!(await replacePasswordHash(tx, user, passwordHash))) throw new ApiError(403, 'wrong-password');
      await endSessionsOfUser(tx, user.id, now(), session.id);
    });
    await throttle.reset(database, ['passwordOfAccount'], user.email);
    sendPasswordNotice(services, user, request);
    return reply.code(204).send();
  });
}

export function registerRecoveryRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, throttle } = services;

  // Work that depends on the e-mail runs after the response, so that neither response nor timing reveals who has an
  // account.
  app.post('/auth/recover', async (request, reply) => {
    const { email } = parse(recoveryRequestSchema, request.body);
    const locale = negotiateLocale(request.headers['accept-language']);
    await throttle.count(database, 'recoveryFromAddress', getAddressGroup(request.ip));
    background.run(() => sendRecoveryCode(services, email, locale));
    return reply.code(202).send({});
  });

  app.put('/auth/recover', async (request, reply) => {
    const wanted = parse(passwordResetRequestSchema, request.body);
    const user = await resetPassword(services, wanted, getAddressGroup(request.ip));
    if (user === undefined) throw new ApiError(400, 'code-invalid');
    sendPasswordNotice(services, user, request);
    return reply.code(204).send();
  });
}
