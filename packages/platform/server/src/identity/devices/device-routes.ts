import { deviceReportSchema, type KnownDevice } from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { findCallTenant } from '../accounts/call-tenant';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { users } from '../identity-tables';
import { listAddressTries } from '../limits/address-networks';
import { deleteRecoveryCodes } from '../passwords/recovery';
import { authenticate } from '../sessions/authenticate';
import { endSessionsOfUser } from '../sessions/session-repository';
import { forgetDevice, listDevices, takeReport } from './known-devices';

/** The browsers in which a user has signed in. */
export function registerDeviceRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, throttle } = services;

  app.get('/auth/devices', async (request): Promise<KnownDevice[]> => {
    const { user } = await authenticate(request, services);
    return listDevices(request, services, user);
  });

  app.delete('/auth/devices/:id', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const id = parseId(request, 'device-unknown');
    await database.transaction(async (tx) => {
      if (!(await forgetDevice(tx, user.id, id, now()))) throw new ApiError(404, 'device-unknown');
      const own = describeOwnAction(user.id, readCallOrigin(request), session.tenant);
      await recordAudit(tx, now(), { action: 'device-forgotten', ...own });
    });
    return reply.code(204).send();
  });

  // Works signed out, because an attacker may have changed the password. The holder of the token reads the user's mails.
  app.post('/auth/devices/report', async (request) => {
    const { token } = parse(deviceReportSchema, request.body);
    await throttle.count(database, listAddressTries('reportFromAddress', request.ip));
    return database.transaction(async (tx) => {
      const userId = await takeReport(tx, token, now());
      if (userId === undefined) throw new ApiError(404, 'device-report-ended');
      await deleteRecoveryCodes(tx, userId);
      const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
      if (before === undefined) throw new ApiError(404, 'device-report-ended');
      // The password signs in no more until the user sets another one by a mailed code.
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
      await endSessionsOfUser(tx, userId, now());
      const own = describeOwnAction(userId, readCallOrigin(request), findCallTenant(request, services) || null);
      await recordAudit(tx, now(), { action: 'device-reported', ...own });
      return { email: before.email, needs_password: before.passwordHash !== null };
    });
  });
}
