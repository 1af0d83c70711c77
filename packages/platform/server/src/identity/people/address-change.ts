import { addressConfirmationSchema, ownAddressChangeSchema } from '@portico/contract/administration';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { isDuplicate } from '../../database/database-errors';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { users } from '../account-tables';
import { hasSamePassword, type User } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import { withRecordedOwnRefusals } from '../audit/record-refusal';
import { keepReports } from '../devices/known-devices';
import type { IdentityServices } from '../identity-services';
import { deleteAddressAccounts } from '../limits/address-networks';
import { createMailedCode, deleteMailedCodes } from '../passwords/mailed-codes';
import { addressChanges, passkeys } from '../proof-tables';
import { userIdentities } from '../provider-tables';
import { sendMail } from '../send-mail';
import { knownDevices, sessions } from '../session-tables';
import { authenticate, requireRemainingSession } from '../sessions/authenticate';
import { markKnownBrowser } from '../sessions/browser-marks';
import { requireConfirmed } from '../sessions/confirmation';
import { lifetimes } from '../sessions/lifetimes';
import { endSessionsOfUser } from '../sessions/session-repository';

const maxTries = 5;

/** A user and their next e-mail. */
interface WantedAddress {
  readonly user: User;
  readonly email: string;
  /** Whether a directory that owns both addresses changes it, which takes effect now and ends all sessions. */
  readonly isProved?: boolean;
}

/**
 * Starts to change the address of a user. The console alone must not give access to an account, so the user confirms the
 * change in a session, by a proof of who they are and a code mailed to the new address. An account without a
 * sign-in changes now: its first password needs a code mailed to the new address anyway.
 * @returns sends the mails to both addresses
 */
export async function startAddressChange(
  tx: Executor,
  services: IdentityServices,
  request: FastifyRequest,
  { user, email, isProved = false }: WantedAddress,
): Promise<() => Promise<void>> {
  if (user.disabledAt !== null) throw new ApiError(409, 'user-is-disabled');
  if (email === user.email) throw new ApiError(409, 'address-unchanged');
  const { now, passwords } = services;
  const { name, id: userId } = user;
  if (isProved) {
    await setAddress(tx, user, { email, now: now() });
    await endSessionsOfUser(tx, userId, now());
    return () => tellBoth(services, request, user, { email, mail: 'mail.address-changed' });
  }
  if (!(await isUsedAccount(tx, user))) {
    await setAddress(tx, user, { email, now: now() });
    return () => tellBoth(services, request, user, { email, mail: 'mail.first-address' });
  }
  const code = createMailedCode();
  const times = { createdAt: now(), expiresAt: addMilliseconds(now(), lifetimes.addressChange) };
  const change = { email, codeHash: await passwords.hash(code), ...times, tries: 0 };
  await tx
    .insert(addressChanges)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: addressChanges.userId, set: change });
  const days = lifetimes.addressChange / (24 * 60 * 60 * 1000);
  return async () => {
    await sendMail(services, request, user, { mail: 'mail.address-notice', values: { email } });
    await sendMail(services, request, { name, email }, { mail: 'mail.address-code', values: { code, days } });
  };
}

/** Whether a user has a password, or has signed in otherwise. */
export async function isUsedAccount(tx: Executor, { id, passwordHash }: User): Promise<boolean> {
  if (passwordHash !== null) return true;
  for (const table of [sessions, knownDevices, passkeys, userIdentities]) {
    if ((await tx.$count(table, eq(table.userId, id))) > 0) return true;
  }
  return false;
}

/** Tells both addresses of a change that has taken effect. */
export async function tellBoth(
  services: IdentityServices,
  request: FastifyRequest,
  { name, email: former }: User,
  { email, mail }: { readonly email: string; readonly mail: 'mail.first-address' | 'mail.address-changed' },
): Promise<void> {
  for (const to of [former, email]) await sendMail(services, request, { name, email: to }, { mail, values: { email } });
}

/** Finds the change that waits for the user. */
export async function findAddressChange(executor: Executor, userId: string, now: Date) {
  const { email, expiresAt } = addressChanges;
  const [found] = await executor
    .select({ email, expiresAt })
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), gt(expiresAt, now)));
  return found;
}

/** Deletes the change that waits for the user; throws ApiError 404 without one. */
export async function stopAddressChange(tx: Executor, userId: string): Promise<void> {
  const deleted = await tx.delete(addressChanges).where(eq(addressChanges.userId, userId)).returning();
  if (deleted.length === 0) throw new ApiError(404, 'address-change-unknown');
}

/** The routes by which users start, confirm or stop a change of their address. */
export function registerAddressRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, passwords, sign, throttle } = services;

  app.post('/auth/address', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { email } = parse(ownAddressChangeSchema, request.body);
    const tries = [user.email, email].map((address) => ['recoveryOfAccount', address] as const);
    await throttle.count(database, tries);
    const afterwards = await database.transaction(async (tx) => {
      await requireRemainingSession(tx, session, now());
      await recordOwnAction(tx, now(), request, session, 'address-change-started');
      return startAddressChange(tx, services, request, { user, email });
    });
    background.run(afterwards);
    return reply.code(204).send();
  });

  app.put('/auth/address', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { code } = parse(addressConfirmationSchema, request.body);
    // A stolen session is no proof.
    requireConfirmed(session, now());
    const tries = [['passwordOfAccount', user.email]] as const;
    const email = await withRecordedOwnRefusals(services, request, session, 'address-change-refused', () =>
      passwords.run(async ({ verify }) => {
        await throttle.count(database, tries);
        const taken = await takeTry(database, user.id, now());
        if (!(await verify(taken?.codeHash, code)) || taken === undefined) throw new ApiError(400, 'code-invalid');
        return database.transaction(async (tx) => {
          // Locks the rows in the same order as a report does, to avoid deadlocks.
          await deleteMailedCodes(tx, user.id);
          await requireRemainingSession(tx, session, now());
          const isTaken = and(eq(addressChanges.userId, user.id), eq(addressChanges.codeHash, taken.codeHash));
          const deleted = await tx.delete(addressChanges).where(isTaken).returning();
          if (deleted.length === 0) throw new ApiError(400, 'code-invalid');
          await setAddress(tx, user, { email: taken.email, now: now(), isReportable: true });
          await endSessionsOfUser(tx, user.id, now(), session.id);
          await recordOwnAction(tx, now(), request, session, 'address-changed');
          return taken.email;
        });
      }),
    );
    await throttle.reset(database, tries);
    markKnownBrowser(reply, sign, email);
    background.run(() => tellBoth(services, request, user, { email, mail: 'mail.address-changed' }));
    return reply.code(204).send();
  });

  app.delete('/auth/address', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    await database.transaction(async (tx) => {
      await stopAddressChange(tx, user.id);
      await recordOwnAction(tx, now(), request, session, 'address-change-stopped');
    });
    return reply.code(204).send();
  });
}

/** Counts a try before the code is compared. */
async function takeTry(executor: Executor, userId: string, now: Date) {
  const { expiresAt, tries } = addressChanges;
  const [taken] = await executor
    .update(addressChanges)
    .set({ tries: sql`${tries} + 1` })
    .where(and(eq(addressChanges.userId, userId), gt(expiresAt, now), lt(tries, maxTries)))
    .returning();
  return taken;
}

/**
 * Changes the e-mail of a user.
 * @param isReportable whether the report of a sign-in brings the former e-mail back
 * @throws ApiError 409 if another user has it, or if the password was changed meanwhile
 */
export async function setAddress(
  tx: Executor,
  user: User,
  { email, isReportable = false, now }: { readonly email: string; readonly isReportable?: boolean; readonly now: Date },
): Promise<void> {
  const changed = await tx
    .update(users)
    .set({ email })
    .where(hasSamePassword(user))
    .returning()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new ApiError(409, 'user-exists', { cause: error }) : error;
    });
  if (changed.length === 0) throw new ApiError(409, 'user-changed');
  await deleteMailedCodes(tx, user.id);
  await deleteAddressAccounts(tx, user.email);
  await keepReports(tx, user, now, isReportable);
}
