import { passwordResetRequestSchema, recoveryRequestSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { users } from '../account-tables';
import { findCallTenant } from '../accounts/call-tenant';
import { findUserAtTenant, listTenantsOfMember } from '../accounts/member-repository';
import { requirePasswords } from '../accounts/tenant-repository';
import { recordCall, recordOwnAction } from '../audit/audit-log';
import { hashTyped, recordRefusal, withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { getMailTry, listSignInTries } from '../limits/account-tries';
import { listAddressTries } from '../limits/address-networks';
import type { Try } from '../limits/throttle';
import { passkeys } from '../proof-tables';
import { mailLater } from '../send-mail';
import {
  clearRecoveryRequest,
  findKnownBrowser,
  findRecoveryRequest,
  markKnownBrowser,
  setRecoveryRequest,
} from '../sessions/browser-marks';
import { endSessionsOfUser } from '../sessions/session-repository';
import { deleteMailedCodes, mailCode, takeMailedCodeTry } from './mailed-codes';
import { requireUncommonPassword } from './require-uncommon-password';

export function registerRecoveryRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, passwords, sign, throttle } = services;

  // Mails the code after the response, so that neither response nor timing reveals whether the account exists.
  app.post('/auth/recover', async (request, reply) => {
    const { email } = parse(recoveryRequestSchema, request.body);
    const tenant = findCallTenant(request, services);
    await requirePasswords(database, tenant);
    await withRecordedRefusals(services, request, { action: 'recovery-refused', email }, async () => {
      const known = findKnownBrowser(request, sign, email);
      if (known === undefined) await throttle.count(database, listAddressTries('recoveryFromAddress', request.ip));
      passwords.requireRoom();
      try {
        await throttle.count(database, [getMailTry(email, known)]);
      } catch (error) {
        if (!(error instanceof TooManyTriesError)) throw error;
        // Mails nothing. The code of an earlier mail stays valid.
        clearRecoveryRequest(reply);
        return recordRefusal(services, request, { action: 'recovery-refused', email }, error);
      }
      const typed = hashTyped(sign, email);
      await recordCall(database, now(), request, { action: 'recovery-requested', typed, tenant });
      const id = setRecoveryRequest(reply, sign, email);
      background.run(async () => {
        const found = await findUserAtTenant(database, email, tenant);
        // Only a member can sign in after it.
        const member = found?.isMember ? found.user : undefined;
        await mailCode(services, request, member, { id, mail: 'mail.code' });
      });
    });
    return reply.code(202).send({});
  });

  app.put('/auth/recover', async (request, reply) => {
    const { code, email, password, remove_passkeys } = parse(passwordResetRequestSchema, request.body);
    const tenant = findCallTenant(request, services);
    await requirePasswords(database, tenant);
    await requireUncommonPassword(password, services.isBreached);
    await withRecordedRefusals(services, request, { action: 'recovery-refused', email }, async () => {
      const own = findRecoveryRequest(request, sign, email);
      const addressTries = own === undefined ? listAddressTries('resetFromAddress', request.ip) : [];
      const accountTry: Try = own === undefined ? ['resetOfAccount', email] : ['resetOfRequest', own];
      const tries = [...addressTries, accountTry];
      // Refuses before the queue, so that refusals do not wait.
      await throttle.check(tries);

      const user = await passwords.run(async ({ hash, verify }) => {
        // One transaction, so that known and unknown e-mails cost the same writes.
        const taken = await database.transaction(async (tx) => {
          await throttle.count(tx, tries);
          return takeMailedCodeTry(tx, email, own, now());
        });
        const matches = await verify(taken?.codeHash, code);
        if (taken === undefined || !matches) return undefined;
        const { id } = taken.user;
        const passwordHash = await hash(password);
        return database.transaction(async (tx) => {
          if (!(await deleteMailedCodes(tx, id)).includes(taken.codeHash)) return undefined;
          await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
          const own = { userId: id, tenant };
          // The user has lost one of them.
          const removed = remove_passkeys ? await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning() : [];
          for (const { name: target } of removed) {
            await recordOwnAction(tx, now(), request, own, 'passkey-removed', { target });
          }
          await endSessionsOfUser(tx, id, now());
          await recordOwnAction(tx, now(), request, own, 'password-recovered');
          return taken.user;
        });
      });
      if (user === undefined) throw new ApiError(400, 'code-invalid');
      // The user can read the owner's mails, so earlier failures no longer count.
      await throttle.refund(database, addressTries);
      const ofAccount: Try[] = [
        ['resetOfAccount', user.email],
        ['passwordOfAccount', user.email],
      ];
      const tenants = await listTenantsOfMember(database, user.id);
      const signIns = tenants.flatMap((tenant) => listSignInTries(user.email, tenant));
      await throttle.reset(database, [accountTry, ...ofAccount, ...signIns]);
      clearRecoveryRequest(reply);
      markKnownBrowser(reply, sign, user.email);
      mailLater(services, request, user, { mail: 'mail.password-changed' });
    });
    return reply.code(204).send();
  });
}
