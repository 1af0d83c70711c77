import { randomInt } from 'node:crypto';
import type { Locale, PasswordResetRequest } from '@portico/contract';
import { TooManyTriesError } from '../../http/api-error';
import { findUserByEmail, setPasswordHash, type User } from '../accounts/user-repository';
import type { IdentityServices } from '../services';
import { endSessionsOfUser } from '../sessions/session-repository';
import { consumeRecoveryCode, replaceRecoveryCode, takeRecoveryTry } from './recovery-repository';

/** Mails a new code to the user with this e-mail. Does nothing for an unknown or disabled user, or beyond the limit. */
export async function sendRecoveryCode(services: IdentityServices, email: string, locale: Locale): Promise<void> {
  const { database, mailer, now, passwords, throttle } = services;
  try {
    await throttle.count(database, 'recoveryOfAccount', email);
  } catch (error) {
    if (error instanceof TooManyTriesError) return;
    throw error;
  }
  const user = await findUserByEmail(database, email);
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  // Hashes for unknown users as well, so that the load of the server reveals nothing.
  const codeHash = await passwords.hash(code);
  if (user === undefined || user.disabledAt !== null) return;
  await replaceRecoveryCode(database, user.id, codeHash, now());
  const { subject, text } = texts[locale];
  await mailer.send({ to: user.email, subject, text: text(user.name, code) });
}

/**
 * Sets the password by a mailed code and ends all sessions of the user. Returns `undefined` for a wrong code.
 * @param address the address that the limits count by
 * @throws TooManyTriesError for known and unknown e-mails alike
 */
export async function resetPassword(
  services: IdentityServices,
  request: PasswordResetRequest,
  address: string,
): Promise<User | undefined> {
  const { database, now, passwords, throttle } = services;
  // One transaction, so that known and unknown e-mails cost the same writes.
  const taken = await database.transaction(async (tx) => {
    await throttle.count(tx, 'resetFromAddress', address);
    await throttle.count(tx, 'resetOfAccount', request.email);
    return takeRecoveryTry(tx, request.email, now());
  });
  const matches = await passwords.verify(taken?.codeHash, request.code);
  if (taken === undefined || !matches) return undefined;

  const { codeHash, user } = taken;
  const passwordHash = await passwords.hash(request.password);
  const isReset = await database.transaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, user.id, codeHash))) return false;
    await setPasswordHash(tx, user.id, passwordHash);
    await endSessionsOfUser(tx, user.id, now());
    return true;
  });
  if (!isReset) return undefined;
  // The reader of the mail is the owner, so earlier failures no longer count.
  await throttle.refund(database, 'resetFromAddress', address);
  await throttle.reset(database, ['resetOfAccount', 'signInOfAccount', 'passwordOfAccount'], user.email);
  return user;
}

const texts: Record<Locale, { subject: string; text: (name: string, code: string) => string }> = {
  pt: {
    subject: 'Seu código para definir a senha',
    text: (name, code) => `Olá, ${name}.

Seu código é ${code}. Ele vale por 15 minutos.

Se você não pediu este código, ignore esta mensagem: sua senha continua a mesma.
`,
  },
  en: {
    subject: 'Your code to set a password',
    text: (name, code) => `Hello ${name},

Your code is ${code}. It is valid for 15 minutes.

If you did not ask for it, ignore this message: your password stays the same.
`,
  },
};
