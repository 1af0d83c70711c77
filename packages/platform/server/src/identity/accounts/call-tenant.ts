import { tenantKeySchema } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import type { IdentityServices } from '../identity-services';

type HostServices = Pick<IdentityServices, 'allowedOrigins' | 'getTenantKey' | 'isKnownHost'>;

/**
 * Returns the tenant of a call: that of its page, whose API may be on another host, or that of the host. The tenant may
 * not exist. It is empty if the host name has no key.
 */
export function findCallTenant(
  { headers: { origin }, hostname }: FastifyRequest,
  { allowedOrigins, getTenantKey }: Pick<HostServices, 'allowedOrigins' | 'getTenantKey'>,
): string {
  const isPageElsewhere = origin !== undefined && allowedOrigins.includes(origin);
  const key = getTenantKey(isPageElsewhere ? new URL(origin).hostname : hostname);
  // The audit log records it, and a host name may be long.
  return v.is(tenantKeySchema, key) ? key : '';
}

/** Returns the address of a tenant, for links to it; throws ApiError 400 for a call at another address. */
export function requireTenantOrigin(request: FastifyRequest, services: HostServices, tenant: string): string {
  const origin = findPortalAddress(request, services);
  if (origin === undefined || services.getTenantKey(new URL(origin).hostname) !== tenant) {
    throw new ApiError(400, 'tenant-address-needed', { values: { tenant } });
  }
  return origin;
}

/**
 * Returns the origin of the portal of a call, for links in mails; `undefined` for an unknown host or port. Otherwise a
 * stranger could get `Host: smsa.evil.example` into a user's mail, or the port of another server at the portal's host.
 */
export function findPortalAddress(request: FastifyRequest, services: HostServices): string | undefined {
  const { allowedOrigins, getTenantKey, isKnownHost } = services;
  const tenant = findCallTenant(request, services);
  // Only the page knows the scheme if a proxy that is not trusted ends TLS.
  const addresses = [request.headers.origin ?? '', `${request.protocol}://${request.host}`];
  const found = addresses
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text))
    .find(({ hostname, origin, port }) => {
      const isOwnPort = port === '' || port === String(request.socket.localPort);
      const isKnown = (isKnownHost(hostname) && isOwnPort) || allowedOrigins.includes(origin);
      return isKnown && getTenantKey(hostname) === tenant;
    });
  return found?.origin;
}
