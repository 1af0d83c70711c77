import type { FastifyRequest } from 'fastify';
import type { IdentityServices } from '../identity-services';

/** Returns the tenant of a call: that of its page, whose API may be on another host, or that of the host. */
export function findCallTenant(
  { headers: { origin }, hostname }: FastifyRequest,
  { allowedOrigins, getTenantKey }: Pick<IdentityServices, 'allowedOrigins' | 'getTenantKey'>,
): string {
  const isPageElsewhere = origin !== undefined && allowedOrigins.includes(origin);
  return getTenantKey(isPageElsewhere ? new URL(origin).hostname : hostname);
}
