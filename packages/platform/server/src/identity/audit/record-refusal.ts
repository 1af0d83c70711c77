import type { AuditAction, SignInMethod } from '@portico/contract/administration';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { parseUserAgent } from '../../http/user-agent';
import { findCallTenant } from '../accounts/call-tenant';
import type { IdentityServices } from '../identity-services';
import { type ActingUser, readCallOrigin, recordAudit, recordOwnAction } from './audit-log';

type AuditServices = Pick<IdentityServices, 'database' | 'now' | 'sign' | 'allowedOrigins' | 'getTenantKey'>;

/** Recent refusals by limits. Each process records one a minute for each account and address, because they are many. */
const repeated = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

/** Whether this process has not recorded the same refusal within a minute. */
export function isNewRefusal(...parts: readonly string[]): boolean {
  const key = parts.join(' ');
  if (repeated.has(key)) return false;
  repeated.set(key, true);
  return true;
}

/** The call of a visitor, and the e-mail that they gave. */
interface VisitorTry {
  readonly action: AuditAction;
  readonly email: string;
  /** Only of a sign-in. */
  readonly method?: SignInMethod;
}

/** Records an ApiError of a visitor, at the same cost for known and unknown e-mails. */
export async function recordRefusal(
  services: AuditServices,
  request: FastifyRequest,
  { action, email, method }: VisitorTry,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) return;
  const { database, now, sign } = services;
  const typed = hashTyped(sign, email);
  const isByLimit = error.status === 429 || error.status === 503;
  if (isByLimit && !isNewRefusal(action, error.code, typed.hash, request.ip)) return;
  const origin = readCallOrigin(request);
  await recordAudit(database, now(), {
    action,
    actor: { kind: 'visitor' },
    origin,
    typed,
    tenant: findCallTenant(request, services),
    details: {
      reason: error.reason,
      ...(method && { method, ...parseUserAgent(origin.userAgent) }),
      ...(error instanceof TooManyTriesError && { bucket: error.bucket }),
    },
  });
}

/** Does what a visitor tries, and records a refusal before throwing it. */
export async function withRecordedRefusals<Result>(
  services: AuditServices,
  request: FastifyRequest,
  tried: VisitorTry,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await recordRefusal(services, request, tried, error);
    throw error;
  }
}

/**
 * Does what a user tries on their own account, and records a refusal before throwing it: each wrong proof, and other
 * refusals once a minute.
 */
export async function withRecordedOwnRefusals<Result>(
  { database, now }: AuditServices,
  request: FastifyRequest,
  user: ActingUser,
  action: AuditAction,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isWrongProof = error.status === 403 || error.code === 'code-invalid';
    if (isWrongProof || isNewRefusal(error.code, user.userId, request.ip)) {
      await recordOwnAction(database, now(), request, user, action, { details: { reason: error.reason } });
    }
    throw error;
  }
}

/** Hashes a typed e-mail, which may be a mistyped password. Tries for one e-mail have the same hash. */
export function hashTyped(sign: IdentityServices['sign'], email: string) {
  return { email, hash: sign('audit', email).slice(0, 22) };
}
