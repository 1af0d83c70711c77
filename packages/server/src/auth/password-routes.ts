import { isPasswordAllowedFor, passwordChangeRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { replacePasswordHash } from '../accounts/user-repository';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { authenticate } from './authenticate';
import { mailPasswordNotice } from './mail-password-notice';
import { deleteRecoveryCode } from './recovery-repository';
import { endSessionsOfUser } from './session-repository';

export function registerPasswordRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, passwords, throttle } = services;

  // A wrong password is a 403: a 401 would have the shell refresh its session and repeat the call.
  app.put('/auth/password', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { current_password, new_password } = parse(passwordChangeRequestSchema, request.body);
    if (!isPasswordAllowedFor(user.email, new_password)) throw new ApiError(400, 'password-same-as-email');
    await throttle.count(database, 'passwordOfAccount', user.email);
    if (!(await passwords.verify(user.passwordHash, current_password))) throw new ApiError(403, 'wrong-password');

    const passwordHash = await passwords.hash(new_password);
    await database.transaction(async (tx) => {
      // Rows are taken in the order of a recovery, or two of them could wait for each other.
      await deleteRecoveryCode(tx, user.id);
      if (!(await replacePasswordHash(tx, user, passwordHash))) throw new ApiError(403, 'wrong-password');
      await endSessionsOfUser(tx, user.id, now(), session.id);
    });
    await throttle.reset(database, ['passwordOfAccount'], user.email);
    mailPasswordNotice(services, user, request);
    return reply.code(204).send();
  });
}
