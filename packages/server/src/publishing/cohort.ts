import { createHash } from 'node:crypto';
import type { Audience } from '@portico/contract';
import type { MapReader } from './live-import-map';

const cohorts = 10_000;

/** The share of the users, of 10,000, that a user belongs to: it says nothing of who that is. */
export function cohortOf(userId: string): number {
  return hashOf(userId, cohorts);
}

/** A cohort as a cookie holds it. */
export function writeCohort(cohort: number): string {
  return `c${cohort}`;
}

/** @param text a cookie, which anybody may have written */
export function readCohort(text: string | undefined): number | undefined {
  const [, cohort] = /^c(0|[1-9]\d{0,3})$/.exec(text ?? '') ?? [];
  return cohort === undefined ? undefined : Number(cohort);
}

/** Whether the reader is meant. Each module has a share of its own, which holds who was in a smaller one. */
export function isInAudience(audience: Audience, module: string, { tenant, cohort }: MapReader): boolean {
  if ('tenants' in audience) return tenant !== undefined && audience.tenants.includes(tenant);
  return cohort !== undefined && hashOf(`${module}:${cohort}`, 100) < audience.percent;
}

/** A SHA-256, as a number, modulo another one. */
function hashOf(text: string, modulo: number): number {
  return Number(BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % BigInt(modulo));
}
