import { randomUUID } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { lockUnchanged, type User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { secondFactors } from '../proof-tables';
import { lifetimes } from '../sessions/lifetimes';
import { tenants } from '../tenant-tables';
import { createFactorSecret, findStep } from './one-time-codes';
import { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes';

/** The one-time codes of a user. */
export type StoredFactor = typeof secondFactors.$inferSelect;

/** The purpose of the encryption of stored secrets, and of those that wait for their first code. */
const storedPurpose = 'second-factor';
const setupPurpose = 'second-factor-setup';

const setupSchema = v.object({ userId: v.string(), secret: v.string() });

export async function findSecondFactor(executor: Executor, userId: string): Promise<StoredFactor | undefined> {
  const [found] = await executor.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return found;
}

/** Whether a tenant requires a second factor of sign-ins by password. */
export async function isFactorRequired(executor: Executor, tenant: string): Promise<boolean> {
  return (await executor.$count(tenants, and(eq(tenants.key, tenant), eq(tenants.requiresSecondFactor, true)))) > 0;
}

/** Tells the two kinds of codes apart by their lengths. */
export function findCodeKind(code: string): 'one-time-code' | 'recovery-code' {
  return code.length > 6 ? 'recovery-code' : 'one-time-code';
}

/**
 * Uses up a one-time code, or a recovery code, of a user. Accepts no code of a time step before the last one that was
 * used (RFC 6238, section 5.2).
 * @returns whether the code was valid
 */
async function takeFactorCode(
  { database, encryption, now }: IdentityServices,
  factor: StoredFactor,
  code: string,
): Promise<boolean> {
  if (findCodeKind(code) === 'recovery-code') return takeRecoveryCode(database, factor.userId, code);
  const secret = await encryption.decrypt(storedPurpose, factor.secret);
  const step = secret && findStep(secret, code, now());
  if (!step) return false;
  // One statement, so that concurrent calls use a code once.
  const isUnused = and(eq(secondFactors.id, factor.id), lt(secondFactors.lastStep, step));
  const used = await database.update(secondFactors).set({ lastStep: step }).where(isUnused).returning();
  return used.length > 0;
}

/**
 * Checks a code of the second factor of a user, and uses it up. Failures count for the account and the network.
 * @throws ApiError 401 for a wrong or used code, or without a factor; TooManyTriesError
 */
export async function proveFactor(
  request: FastifyRequest,
  services: IdentityServices,
  user: User,
  code: string,
): Promise<StoredFactor> {
  const { database, listScaledAddressTries, throttle } = services;
  const accountTries = [['codeOfAccount', user.email]] as const;
  const addressTries = await listScaledAddressTries('signInFromAddress', request.ip);
  // Counts first, so that concurrent tries count.
  await throttle.count(database, [...addressTries, ...accountTries]);
  const factor = await findSecondFactor(database, user.id);
  if (factor === undefined || !(await takeFactorCode(services, factor, code)))
    throw new ApiError(401, 'second-factor-wrong');
  await throttle.refund(database, addressTries);
  await throttle.reset(database, accountTries);
  return factor;
}

/** Draws a secret for a user. `setup` is the secret for `proveSetup`: the server stores none before its first code. */
export async function startSetup({ encryption }: IdentityServices, userId: string) {
  const secret = createFactorSecret();
  return { secret, setup: await encryption.seal(setupPurpose, { userId, secret }, lifetimes.pendingSignIn) };
}

/** Finds the secret and the step of the first code; throws ApiError 400 for another user's, an old one, or a wrong code. */
export async function proveSetup({ encryption, now }: IdentityServices, userId: string, setup: string, code: string) {
  const started = await encryption.unseal(setupPurpose, setup, setupSchema);
  if (started?.userId !== userId) throw new ApiError(400, 'second-factor-setup-ended');
  const lastStep = findStep(started.secret, code, now());
  if (lastStep === undefined) throw new ApiError(400, 'second-factor-wrong');
  return { secret: await encryption.encrypt(storedPurpose, started.secret), lastStep };
}

/**
 * Stores a proved second factor in place of the former one, with new recovery codes, which it returns. Browsers that were
 * trusted need a code again.
 * @param isFirst the user must have none yet
 * @throws ApiError 401 if the password changed meanwhile, or if another call was first
 */
export async function storeFactor(
  tx: Executor,
  user: User,
  proved: Pick<StoredFactor, 'lastStep' | 'secret'>,
  { isFirst, now }: { readonly isFirst: boolean; readonly now: Date },
): Promise<string[]> {
  if (!(await lockUnchanged(tx, user))) throw new ApiError(401, 'second-factor-expired');
  if (isFirst && (await findSecondFactor(tx, user.id))) throw new ApiError(401, 'second-factor-expired');
  const factor = { id: randomUUID(), ...proved, createdAt: now };
  await tx
    .insert(secondFactors)
    .values({ userId: user.id, ...factor })
    .onConflictDoUpdate({ target: secondFactors.userId, set: factor });
  return renewRecoveryCodes(tx, user.id);
}

/** Removes the second factor of a user and its recovery codes; throws ApiError 404 without one. */
export async function removeFactor(tx: Executor, userId: string): Promise<void> {
  const removed = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  if (removed.length === 0) throw new ApiError(404, 'second-factor-unknown');
}
