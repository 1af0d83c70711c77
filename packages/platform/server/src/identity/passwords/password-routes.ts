import { isPasswordAllowedFor, passwordChangeRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { users } from '../account-tables';
import { requirePasswords } from '../accounts/tenant-repository';
import { isUnchanged } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import { withRecordedOwnRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { mailLater } from '../send-mail';
import { authenticate, requireRemainingSession } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import { endSessionsOfUser } from '../sessions/session-repository';
import { deleteMailedCodes } from './mailed-codes';
import { requireUncommonPassword } from './require-uncommon-password';

export function registerPasswordRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, passwords, throttle } = services;
  // Answers 403, because the shell refreshes the session and retries after a 401.
  app.put('/auth/password', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    await requirePasswords(database, session.tenant);
    const { current_password = '', new_password } = parse(passwordChangeRequestSchema, request.body);
    if (!isPasswordAllowedFor(user.email, new_password)) throw new ApiError(400, 'password-same-as-email');
    await requireUncommonPassword(new_password, services.isBreached);
    const tries = [['passwordOfAccount', user.email]] as const;
    await withRecordedOwnRefusals(services, request, session, 'password-change-refused', async () => {
      const passwordHash = await passwords.run(async ({ hash, verify }) => {
        if (user.passwordHash === null) {
          requireConfirmed(session, now());
        } else {
          await throttle.count(database, tries);
          if (!(await verify(user.passwordHash, current_password))) throw new ApiError(403, 'wrong-password');
        }
        return hash(new_password);
      });
      await database.transaction(async (tx) => {
        // Locks the rows in the same order as a recovery does, to avoid deadlocks.
        await deleteMailedCodes(tx, user.id);
        await requireRemainingSession(tx, session, now());
        const replaced = await tx.update(users).set({ passwordHash }).where(isUnchanged(user)).returning();
        // A concurrent change may have won.
        if (replaced.length === 0) throw new ApiError(403, 'wrong-password');
        await endSessionsOfUser(tx, user.id, now(), session.id);
        await recordOwnAction(tx, now(), request, session, 'password-changed');
      });
    });
    await throttle.reset(database, tries);
    mailLater(services, request, user, { mail: 'mail.password-changed' });
    return reply.code(204).send();
  });
}
