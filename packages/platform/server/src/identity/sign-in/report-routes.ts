import { deviceReportSchema } from '@portico/contract';
import { and, eq, gte } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { users } from '../account-tables';
import { findCallTenant } from '../accounts/call-tenant';
import { arePasswordsOff } from '../accounts/tenant-repository';
import { findUserByEmail, lockAccount } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import { auditRecords } from '../audit-tables';
import { takeReport } from '../devices/known-devices';
import type { IdentityServices } from '../identity-services';
import { listAddressTries } from '../limits/address-networks';
import { deleteMailedCodes } from '../passwords/mailed-codes';
import { setAddress, tellBoth } from '../people/address-change';
import { addressChanges, factorRecoveryCodes, passkeys, secondFactors } from '../proof-tables';
import { unlinkAccounts } from '../providers/provider-accounts';
import { lifetimes } from '../sessions/lifetimes';
import { endSessionsOfUser } from '../sessions/session-repository';

/** The report of users that a sign-in was not theirs. */
export function registerReportRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, throttle } = services;

  // Works signed out, because an attacker may have changed the password. The holder of the token reads the user's mails.
  app.post('/auth/devices/report', async (request) => {
    const { token } = parse(deviceReportSchema, request.body);
    const tenant = findCallTenant(request, services);
    await throttle.count(database, listAddressTries('reportFromAddress', request.ip));
    const { before, email } = await database.transaction(async (tx) => {
      const reported = await takeReport(tx, token, now());
      if (reported === undefined) throw new ApiError(404, 'device-report-ended');
      const { createdAt, formerEmail, userId } = reported;
      await deleteMailedCodes(tx, userId);
      const before = await lockAccount(tx, userId);
      if (before === undefined) throw new ApiError(404, 'device-report-ended');
      const own = { userId, tenant };
      const isTaken = formerEmail === null || (await findUserByEmail(tx, formerEmail)) !== undefined;
      if (!isTaken) {
        await setAddress(tx, before, { email: formerEmail, now: now() });
        await recordOwnAction(tx, now(), request, own, 'address-changed');
      }
      // The sign-in itself may have added a factor in its first steps.
      await deleteAddedSince(tx, userId, addMilliseconds(createdAt, -lifetimes.pendingSignIn));
      // The time of a link says nothing: an attacker may have linked their own account long before this sign-in.
      await unlinkAccounts(tx, now(), request, { userId });
      // The user has to set another password by a mailed code.
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
      await endSessionsOfUser(tx, userId, now());
      await recordOwnAction(tx, now(), request, own, 'device-reported');
      return { before, email: isTaken ? before.email : formerEmail };
    });
    if (email !== before.email) {
      background.run(() => tellBoth(services, request, before, { email, mail: 'mail.address-changed' }));
    }
    const hasPasswords = !(await arePasswordsOff(database, tenant));
    return { email, needs_password: hasPasswords && before.passwordHash !== null };
  });
}

/**
 * Deletes the ways to sign in or to return that were added to an account since a time: passkeys, the second factor, recovery
 * codes, and an e-mail that waits for its code.
 */
async function deleteAddedSince(tx: Executor, userId: string, since: Date): Promise<void> {
  for (const table of [passkeys, secondFactors, addressChanges]) {
    await tx.delete(table).where(and(eq(table.userId, userId), gte(table.createdAt, since)));
  }
  // The rows of recovery codes have no time. The audit log keeps its records longer than a report is possible.
  const { action, at } = auditRecords;
  const isRenewal = and(eq(auditRecords.userId, userId), eq(action, 'recovery-codes-renewed'), gte(at, since));
  if ((await tx.$count(auditRecords, isRenewal)) > 0) {
    await tx.delete(factorRecoveryCodes).where(eq(factorRecoveryCodes.userId, userId));
  }
}
