import { randomInt } from 'node:crypto';
import type { Locale, PasswordResetRequest } from '@portico/contract';
import { findUserByEmail, setPasswordHash, type User } from '../accounts/user-repository';
import { recoveryMail } from '../mail/recovery-mail';
import type { Services } from '../services';
import { TooManyTriesError } from '../throttling/too-many-tries-error';
import { consumeRecoveryCode, replaceRecoveryCode, takeRecoveryTry } from './recovery-repository';
import { endSessionsOfUser } from './session-repository';

/** Mails a new code to the owner of this e-mail; does nothing when nobody, or a disabled user, has it, or too often. */
export async function sendRecoveryCode(services: Services, email: string, locale: Locale): Promise<void> {
  const { database, mailer, now, passwords, throttle } = services;
  try {
    await throttle.count(database, 'recoveryOfAccount', email);
  } catch (error) {
    if (error instanceof TooManyTriesError) return;
    throw error;
  }
  const user = await findUserByEmail(database, email);
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  // Hashed for nobody as well, so that the next call does not find the server busier for some.
  const codeHash = await passwords.hash(code);
  if (user === undefined || user.disabledAt !== null) return;
  await replaceRecoveryCode(database, user.id, codeHash, now());
  await mailer.send({ to: user.email, ...recoveryMail(user.name, code, locale) });
}

/**
 * Sets the password by a mailed code and ends every session of the user; `undefined` when the code is not good.
 * @param address where the try comes from, as it is counted
 * @throws TooManyTriesError whether somebody has this e-mail or not
 */
export async function resetPassword(
  services: Services,
  request: PasswordResetRequest,
  address: string,
): Promise<User | undefined> {
  const { database, now, passwords, throttle } = services;
  // One transaction, so that known and unknown e-mails are written to disk as often.
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
  // Who reads the owner's mail is the owner: what was mistyped before does not count.
  await throttle.giveBack(database, 'resetFromAddress', address);
  await throttle.reset(database, ['resetOfAccount', 'signInOfAccount', 'passwordOfAccount'], user.email);
  return user;
}
