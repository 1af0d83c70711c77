import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../http/api-error';
import type { IdentityServices } from '../identity-services';
import type { AuditAction } from './audit-entry';
import { readCallOrigin, recordAudit } from './audit-log';

/** Refusals by a limit are many and alike: one a minute is recorded for each account and address, by each process. */
const repeated = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

/** Whether the same was not recorded within a minute. */
export function isNewRefusal(...parts: readonly string[]): boolean {
  const key = parts.join(' ');
  if (repeated.has(key)) return false;
  repeated.set(key, true);
  return true;
}

/**
 * Records that a visitor was refused for an e-mail, at the same cost for known and unknown ones.
 * @param error why; other errors than refusals are not recorded
 */
export async function recordRefusal(
  { database, now, sign }: Pick<IdentityServices, 'database' | 'now' | 'sign'>,
  request: FastifyRequest,
  action: AuditAction,
  email: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) return;
  const typed = hashTyped(sign, email);
  const isByLimit = error.status === 429 || error.status === 503;
  if (isByLimit && !isNewRefusal(action, error.code, typed.hash, request.ip)) return;
  await recordAudit(database, now(), {
    action,
    actor: { kind: 'visitor' },
    origin: readCallOrigin(request),
    typed,
    details: { reason: error.code },
  });
}

/**
 * Does what a visitor asks for an e-mail. Records a refusal as `recordRefusal`.
 * @throws what `work` throws
 */
export async function withRecordedRefusals<Result>(
  services: Pick<IdentityServices, 'database' | 'now' | 'sign'>,
  request: FastifyRequest,
  action: AuditAction,
  email: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await recordRefusal(services, request, action, email, error);
    throw error;
  }
}

/** People mistype, even passwords: with the keyed hash, tries for one e-mail are still known as such. */
export function hashTyped(sign: IdentityServices['sign'], email: string) {
  return { email, hash: sign('audit', email).slice(0, 22) };
}
