import { createHash } from 'node:crypto';

const cohorts = 10_000;

/** Returns the cohort of a user, one of 10,000. It does not identify the user. */
export function findCohort(userId: string): number {
  return hashToNumber(userId, cohorts);
}

/** Returns the value of the session cookie for a cohort. */
export function formatCohort(cohort: number): string {
  return `c${cohort}`;
}

/** @param text the session cookie, untrusted */
export function parseCohort(text: string | undefined): number | undefined {
  const [, cohort] = /^c(0|[1-9]\d{0,3})$/.exec(text ?? '') ?? [];
  return cohort === undefined ? undefined : Number(cohort);
}

/** Hashes a text to a number from 0 to `limit - 1` by SHA-256. */
export function hashToNumber(text: string, limit: number): number {
  return Number(BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % BigInt(limit));
}
