import { isPasswordAllowedFor } from '@portico/contract';
import { acceptInvitationSchema, type OpenedInvitation, openInvitationSchema } from '@portico/contract/administration';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../create-services';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { appGrants, apps, groupMembers, groups } from '../../identity/access-tables';
import { invitations, users } from '../../identity/account-tables';
import { addMember } from '../../identity/accounts/member-repository';
import { arePasswordsOff, findTenant, requirePasswords } from '../../identity/accounts/tenant-repository';
import { findUserByEmail, insertUser, isUnchanged } from '../../identity/accounts/user-repository';
import { recordOwnAction } from '../../identity/audit/audit-log';
import { listAddressTries } from '../../identity/limits/address-networks';
import { consumeChallenge } from '../../identity/passkeys/challenges';
import { createCreationOptions } from '../../identity/passkeys/create-options';
import { insertPasskey } from '../../identity/passkeys/passkey-repository';
import { namePasskey } from '../../identity/passkeys/passkey-routes';
import { verifyNewPasskey } from '../../identity/passkeys/verify-passkey';
import { requireUncommonPassword } from '../../identity/passwords/require-uncommon-password';
import { hashToken } from '../../identity/sessions/secret-tokens';

/** The calls of the page that the mailed link opens. The holder of the token may read the mails of its address. */
export function registerAcceptRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, passwords, throttle } = services;

  app.post('/invitations/open', async (request): Promise<OpenedInvitation> => {
    const { token } = parse(openInvitationSchema, request.body);
    const { invitation, needsPassword, user } = await openInvitation(request, token);
    const { email, name, tenant } = invitation;
    return {
      email,
      tenant_name: (await findTenant(database, tenant))?.name ?? tenant,
      needs_password: needsPassword,
      name: user?.name ?? name,
    };
  });

  app.post('/invitations/passkey', async (request) => {
    const { token } = parse(openInvitationSchema, request.body);
    const { invitation, user } = await openInvitation(request, token);
    const { email, name } = invitation;
    const account = user ?? { email, name: name || email };
    return createCreationOptions(services, request, `invitation ${hashToken(token)}`, account);
  });

  app.post('/invitations/accept', async (request, reply) => {
    const { name, passkey, password, token } = parse(acceptInvitationSchema, request.body);
    const { invitation: opened, needsPassword } = await openInvitation(request, token);
    const { email } = opened;
    if (password !== undefined) await requirePasswords(database, opened.tenant);
    const verified =
      needsPassword && passkey
        ? await verifyNewPasskey(services, request, `invitation ${hashToken(token)}`, passkey)
        : undefined;
    if (needsPassword && verified === undefined) {
      if (password === undefined) throw new ApiError(400, 'invitation-password-needed');
      if (!isPasswordAllowedFor(email, password)) throw new ApiError(400, 'password-same-as-email');
      await requireUncommonPassword(password, services.isBreached);
    }
    const setsPassword = needsPassword && verified === undefined && password !== undefined;
    const passwordHash = setsPassword ? await passwords.run(({ hash }) => hash(password)) : null;
    await database.transaction(async (tx) => {
      const invitation = await requireValid(tx, token);
      await tx.update(invitations).set({ acceptedAt: now(), hash: null }).where(eq(invitations.id, invitation.id));
      const userId = await prepareUser(tx, email, name ?? (invitation.name || email), passwordHash);
      await join(tx, invitation, userId);
      if (verified) {
        await consumeChallenge(tx, verified.challenge, now());
        await insertPasskey(tx, { ...verified.passkey, userId, name: namePasskey(request) }, now());
      }
      await recordOwnAction(tx, now(), request, { userId, tenant: invitation.tenant }, 'invitation-accepted');
    });
    return reply.code(204).send();
  });

  /** Finds the invitation of a token and the account of its address, which may need a first password. */
  async function openInvitation({ ip }: FastifyRequest, token: string) {
    await throttle.count(database, listAddressTries('invitationFromAddress', ip));
    const invitation = await requireValid(database, token);
    const user = await findUserByEmail(database, invitation.email);
    const hasPasswords = !(await arePasswordsOff(database, invitation.tenant));
    return { invitation, user, needsPassword: hasPasswords && !user?.passwordHash };
  }

  /** Finds an invitation by its token, and locks it in a transaction; throws ApiError 404 unless it is valid. */
  async function requireValid(executor: Executor, token: string) {
    const { acceptedAt, expiresAt, hash, withdrawnAt } = invitations;
    const [found] = await executor
      .select()
      .from(invitations)
      .where(and(eq(hash, hashToken(token)), isNull(acceptedAt), isNull(withdrawnAt), gt(expiresAt, now())))
      .for('update');
    if (found === undefined) throw new ApiError(404, 'invitation-ended');
    return found;
  }

  /** Adds the user, or gives their account its first password. An account with a password stays as it is. */
  async function prepareUser(tx: Executor, email: string, name: string, passwordHash: string | null): Promise<string> {
    const found = await findUserByEmail(tx, email);
    if (found === undefined) {
      const added = await insertUser(tx, { email, name, passwordHash }, now());
      // Another call has added the user meanwhile.
      return added?.id ?? prepareUser(tx, email, name, passwordHash);
    }
    if (found.passwordHash === null && passwordHash !== null) {
      await tx.update(users).set({ passwordHash }).where(isUnchanged(found));
    }
    return found.id;
  }

  /** Makes the user a member, with those of the applications and groups that the tenant still has. */
  async function join(tx: Executor, { groupIds, modules, tenant }: typeof invitations.$inferSelect, userId: string) {
    await addMember(tx, { tenant, userId }, now());
    const ofTenant = and(eq(apps.tenant, tenant), inArray(apps.module, modules));
    const granted = await tx.select({ module: apps.module }).from(apps).where(ofTenant).for('key share');
    if (granted.length > 0) {
      await tx
        .insert(appGrants)
        .values(granted.map(({ module }) => ({ tenant, module, userId })))
        .onConflictDoNothing();
    }
    const wanted = and(eq(groups.tenant, tenant), inArray(groups.id, groupIds), eq(groups.isDirectory, false));
    const joined = await tx.select({ id: groups.id }).from(groups).where(wanted).for('key share');
    if (joined.length > 0) {
      await tx
        .insert(groupMembers)
        .values(joined.map(({ id }) => ({ groupId: id, tenant, userId })))
        .onConflictDoNothing();
    }
  }
}
