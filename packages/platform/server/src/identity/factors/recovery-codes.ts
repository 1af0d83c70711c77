import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { factorRecoveryCodes } from '../proof-tables';
import { hashToken } from '../sessions/secret-tokens';

const codesOfUser = 10;

/** Without letters that look like others (Crockford's Base32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 120 random bits, so that SHA-256 protects a stored code (ASVS 5, 6.5.2). */
const codeLength = 24;

/** Replaces the recovery codes of a user, who has a second factor, and returns the new ones, which are not stored. */
export async function renewRecoveryCodes(tx: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesOfUser }, createCode);
  await tx.delete(factorRecoveryCodes).where(eq(factorRecoveryCodes.userId, userId));
  await tx.insert(factorRecoveryCodes).values(codes.map((code) => ({ userId, hash: hashToken(code) })));
  // In groups, which are easier to type.
  return codes.map((code) => (code.match(/.{6}/g) ?? []).join('-'));
}

/** Uses a recovery code up; returns whether it was valid. */
export async function takeRecoveryCode(executor: Executor, userId: string, code: string): Promise<boolean> {
  const isTaken = and(eq(factorRecoveryCodes.userId, userId), eq(factorRecoveryCodes.hash, hashToken(code)));
  return (await executor.delete(factorRecoveryCodes).where(isTaken).returning()).length > 0;
}

export function countRecoveryCodes(executor: Executor, userId: string): Promise<number> {
  return executor.$count(factorRecoveryCodes, eq(factorRecoveryCodes.userId, userId));
}

function createCode(): string {
  return [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
