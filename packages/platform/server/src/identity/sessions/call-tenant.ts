import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { IdentityServices } from '../identity-services';
import type { Session } from './session-repository';

/** Returns the tenant of a call: that of its page, whose API may be on another host, or that of the host. */
export function findCallTenant(
  { headers: { origin }, hostname }: FastifyRequest,
  { allowedOrigins, getTenantKey }: Pick<IdentityServices, 'allowedOrigins' | 'getTenantKey'>,
): string {
  const isPageElsewhere = origin !== undefined && allowedOrigins.includes(origin);
  return getTenantKey(isPageElsewhere ? new URL(origin).hostname : hostname);
}

/** Whether a session is valid in a tenant. One that the previous release started is valid in each tenant of its user. */
export function isSessionOf({ tenant }: Pick<Session, 'tenant'>, other: string): boolean {
  return tenant === null || tenant === other;
}

/** @throws ApiError 403 for a session of another tenant */
export function requireSessionOf(session: Pick<Session, 'tenant'>, tenant: string): void {
  if (!isSessionOf(session, tenant)) throw new ApiError(403, 'token-not-allowed');
}
