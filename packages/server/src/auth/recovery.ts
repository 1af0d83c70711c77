import { randomInt } from 'node:crypto';
import type { Locale, PasswordResetRequest } from '@portico/contract';
import { findUserByEmail, setPasswordHash } from '../accounts/user-repository';
import { recoveryMail } from '../mail/recovery-mail';
import type { Services } from '../services';
import { consumeRecoveryCode, replaceRecoveryCode, takeRecoveryTry } from './recovery-repository';
import { endSessionsOfUser } from './session-repository';

/** Mails a new code to the owner of this e-mail; does nothing when nobody, or a disabled user, has it. */
export async function sendRecoveryCode(services: Services, email: string, locale: Locale): Promise<void> {
  const user = await findUserByEmail(services.database, email);
  if (user === undefined || user.disabledAt !== null) return;
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  await replaceRecoveryCode(services.database, user.id, await services.passwords.hash(code), services.now());
  await services.mailer.send({ to: user.email, ...recoveryMail(user.name, code, locale) });
}

/** Sets the password by a mailed code and ends every session of the user; `false` when the code is not good. */
export async function resetPassword(services: Services, request: PasswordResetRequest): Promise<boolean> {
  const { database, now, passwords } = services;
  const user = await findUserByEmail(database, request.email);
  const codeHash = user && user.disabledAt === null ? await takeRecoveryTry(database, user.id, now()) : undefined;
  const matches = await passwords.verify(codeHash, request.code);
  if (user === undefined || codeHash === undefined || !matches) return false;

  const passwordHash = await passwords.hash(request.password);
  return database.transaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, user.id, codeHash))) return false;
    await setPasswordHash(tx, user.id, passwordHash);
    await endSessionsOfUser(tx, user.id, now());
    return true;
  });
}
