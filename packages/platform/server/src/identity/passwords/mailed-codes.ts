import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, notLike, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { users } from '../account-tables';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { mailedCodes } from '../proof-tables';
import { sendMail } from '../send-mail';
import { lifetimes } from '../sessions/lifetimes';

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
