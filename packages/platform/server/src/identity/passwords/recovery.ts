import { randomInt } from 'node:crypto';
import { passwordResetRequestSchema, recoveryRequestSchema } from '@portico/contract';
import { and, desc, eq, gt, isNull, lt, notLike, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { negotiateLocale } from '../../http/negotiation';
import { parse } from '../../http/parse';
import { parseUserAgent } from '../../http/user-agent';
import { getTexts } from '../../i18n/i18n';
import { users } from '../account-tables';
import { findCallTenant, findPortalAddress } from '../accounts/call-tenant';
import { findUserAtTenant, listTenantsOfMember } from '../accounts/member-repository';
import { requirePasswords } from '../accounts/require-passwords';
import { findMailTenant } from '../accounts/tenant-repository';
import type { User } from '../accounts/user-repository';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import { hashTyped, recordRefusal, withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { listSignInTries } from '../limits/account-tries';
import { listAddressTries } from '../limits/address-networks';
import type { Try } from '../limits/throttle';
import { mailedCodes, passkeys } from '../proof-tables';
import {
  clearRecoveryRequest,
  findKnownBrowser,
  findRecoveryRequest,
  markKnownBrowser,
  setRecoveryRequest,
} from '../sessions/browser-marks';
import { lifetimes } from '../sessions/lifetimes';
import { endSessionsOfUser } from '../sessions/session-repository';
import { requireUncommonPassword } from './require-uncommon-password';

export function registerRecoveryRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, passwords, sign, throttle } = services;

  // Mails the code after the response, so that neither response nor timing reveals whether the account exists.
  app.post('/auth/recover', async (request, reply) => {
    const { email } = parse(recoveryRequestSchema, request.body);
    await requirePasswords(database, findCallTenant(request, services));
    await withRecordedRefusals(services, request, { action: 'recovery-refused', email }, async () => {
      const known = findKnownBrowser(request, sign, email);
      if (known === undefined) await throttle.count(database, listAddressTries('recoveryFromAddress', request.ip));
      passwords.requireRoom();
      const mailTry: Try = known === undefined ? ['recoveryOfAccount', email] : ['recoveryOfBrowser', known];
      try {
        await throttle.count(database, [mailTry]);
      } catch (error) {
        if (!(error instanceof TooManyTriesError)) throw error;
        // Mails nothing. The code of an earlier mail stays valid.
        clearRecoveryRequest(reply);
        return recordRefusal(services, request, { action: 'recovery-refused', email }, error);
      }
      await recordAudit(database, now(), {
        action: 'recovery-requested',
        actor: { kind: 'visitor' },
        origin: readCallOrigin(request),
        typed: hashTyped(sign, email),
        tenant: findCallTenant(request, services) || undefined,
      });
      const id = setRecoveryRequest(reply, sign, email);
      background.run(() => mailCodeOfRecovery(services, id, email, request));
    });
    return reply.code(202).send({});
  });

  app.put('/auth/recover', async (request, reply) => {
    const { code, email, password, remove_passkeys } = parse(passwordResetRequestSchema, request.body);
    await requirePasswords(database, findCallTenant(request, services));
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
          const own = describeOwnAction(id, readCallOrigin(request), findCallTenant(request, services) || null);
          if (remove_passkeys) await removePasskeys(tx, id, own, now());
          await endSessionsOfUser(tx, id, now());
          await recordAudit(tx, now(), { action: 'password-recovered', ...own });
          return taken.user;
        });
      });
      if (user === undefined) throw new ApiError(400, 'code-invalid');
      // The user can read the owner's mails, so earlier failures no longer count.
      await throttle.refund(database, addressTries);
      const names = ['resetOfAccount', 'passwordOfAccount'] as const;
      const ofAccount = names.map((name): Try => [name, user.email]);
      const tenants = await listTenantsOfMember(database, user.id);
      const signIns = tenants.flatMap((tenant) => listSignInTries(user.email, tenant));
      await throttle.reset(database, [accountTry, ...ofAccount, ...signIns]);
      clearRecoveryRequest(reply);
      markKnownBrowser(reply, sign, user.email);
      sendPasswordNotice(services, user, request);
    });
    return reply.code(204).send();
  });
}

/** Removes all passkeys of a user, of which one is lost. */
async function removePasskeys(tx: Executor, userId: string, own: ReturnType<typeof describeOwnAction>, now: Date) {
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning();
  for (const { name } of removed) await recordAudit(tx, now, { action: 'passkey-removed', ...own, target: name });
}

/** Mails the user, after the response, that the password was changed and from where. */
export function sendPasswordNotice(services: IdentityServices, user: User, request: FastifyRequest): void {
  services.background.run(() =>
    sendMail(services, request, user, { mail: 'mail.password-changed', values: describePlace(request) }),
  );
}

/** Describes for a mail where a call came from. */
export function describePlace(request: FastifyRequest) {
  const { ip, userAgent } = readCallOrigin(request);
  const { browser, system } = parseUserAgent(userAgent);
  return { place: [browser, system, ip].filter((part) => part !== '').join(', ') };
}

type MailName =
  | 'mail.code'
  | 'mail.reset'
  | 'mail.confirmation'
  | 'mail.linking'
  | 'mail.passkey-added'
  | 'mail.passkey-removed'
  | 'mail.password-changed'
  | 'mail.address-code'
  | 'mail.address-notice'
  | 'mail.address-changed'
  | 'mail.first-address'
  | 'mail.new-device'
  | 'mail.factor-set-up'
  | 'mail.factor-removed'
  | 'mail.factor-taken'
  | 'mail.provider-linked'
  | 'mail.recovery-codes';

/** Mails a user in the language of a request, with the name of the tenant's portal and a link to it. */
export async function sendMail(
  services: IdentityServices,
  request: FastifyRequest,
  { email: to, name }: Pick<User, 'email' | 'name'>,
  { mail, values }: { readonly mail: MailName; readonly values?: Readonly<Record<string, string | number>> },
): Promise<void> {
  const { database, mailer } = services;
  const t = getTexts(negotiateLocale(request.headers['accept-language']));
  const tenant = await findMailTenant(database, findCallTenant(request, services));
  const portal = tenant?.name ?? 'Portico';
  const address = findPortalAddress(request, services);
  const link = address === undefined ? '' : t('mail.link', { portal, address });
  const text = t(`${mail}.text`, { ...values, name, portal }) + link;
  await mailer.send({ sender: tenant?.sender, to, subject: t(`${mail}.subject`, { portal }), text });
}

/** Mails a code to a member of the tenant; nothing to others, who could not sign in with it. */
async function mailCodeOfRecovery(services: IdentityServices, id: string, email: string, request: FastifyRequest) {
  const found = await findUserAtTenant(services.database, email, findCallTenant(request, services));
  await mailCode(services, request, found?.isMember ? found.user : undefined, { id, mail: 'mail.code' });
}

interface CodeMail {
  /** The request. A code that sets no password counts for it alone: its purpose and a space precede the id. */
  readonly id: string;
  /**
   * The texts: the user asked for the code to set a password, or an administrator did, or the user has no password and
   * needs the code for a dangerous step, or proves the account before a provider signs in to it.
   */
  readonly mail: 'mail.code' | 'mail.reset' | 'mail.confirmation' | 'mail.linking';
  /** Further values of the texts. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Mails a code that replaces the one of the same request; nothing to an unknown or disabled user. */
export async function mailCode(
  services: IdentityServices,
  request: FastifyRequest,
  user: User | undefined,
  { id, mail, values = {} }: CodeMail,
): Promise<void> {
  const { database, now, passwords } = services;
  const code = createMailedCode();
  // Hashes for unknown users too, so that the load of the server reveals nothing.
  const codeHash = await passwords.hash(code);
  if (user === undefined || user.disabledAt !== null) return;
  const expiresAt = addMilliseconds(now(), lifetimes.mailedCode);
  const row = { userId: user.id, codeHash, createdAt: now(), expiresAt, tries: 0, ownTries: 0 };
  await database
    .insert(mailedCodes)
    .values({ request: id, ...row })
    .onConflictDoUpdate({ target: mailedCodes.request, set: row });
  const minutes = lifetimes.mailedCode / 60_000;
  await sendMail(services, request, user, { mail, values: { ...values, code, minutes } });
}

/** Draws a code of six digits for a mail. */
export function createMailedCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** Tries of a code, for the browser that requested it, and as many for all other browsers together. */
const maxTries = 5;

/**
 * Counts a try before the code is compared, so that concurrent tries count as well. Executes one statement in each case.
 * @param request the request that the code was mailed for; by default that of the latest code that sets a password
 * @returns the user and the hash of their valid code; `undefined` if no try is left, or if no enabled user has this
 * e-mail and a valid code
 */
export async function takeMailedCodeTry(executor: Executor, email: string, request: string | undefined, now: Date) {
  const column = request === undefined ? mailedCodes.tries : mailedCodes.ownTries;
  const latest = executor
    .select({ request: mailedCodes.request })
    .from(mailedCodes)
    .innerJoin(users, eq(users.id, mailedCodes.userId))
    .where(and(eq(users.email, email), notLike(mailedCodes.request, '% %')))
    .orderBy(desc(mailedCodes.createdAt))
    .limit(1);
  const [taken] = await executor
    .update(mailedCodes)
    .set(request === undefined ? { tries: sql`${column} + 1` } : { ownTries: sql`${column} + 1` })
    .from(users)
    .where(
      and(
        eq(mailedCodes.request, request ?? sql`(${latest})`),
        eq(users.id, mailedCodes.userId),
        eq(users.email, email),
        isNull(users.disabledAt),
        gt(mailedCodes.expiresAt, now),
        lt(column, maxTries),
      ),
    )
    .returning({ user: users, codeHash: mailedCodes.codeHash });
  return taken;
}

/** Deletes all codes of the user, and returns their hashes. Only one of two concurrent calls gets them. */
export async function deleteMailedCodes(executor: Executor, userId: string): Promise<string[]> {
  const deleted = await executor
    .delete(mailedCodes)
    .where(eq(mailedCodes.userId, userId))
    .returning({ codeHash: mailedCodes.codeHash });
  return deleted.map(({ codeHash }) => codeHash);
}
