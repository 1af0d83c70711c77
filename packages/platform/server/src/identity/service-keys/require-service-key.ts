import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { IdentityServices } from '../services';
import { parseBearerToken } from '../sessions/authenticate';
import { findUsedToken } from '../sessions/bearer-tokens';
import { serviceKeys } from '../tables';
import type { ServiceKey } from './service-key-repository';

/**
 * Finds the service key that the request carries as a bearer token.
 * @throws ApiError 401 without a valid key
 */
export async function requireServiceKey(request: FastifyRequest, services: IdentityServices): Promise<ServiceKey> {
  const given = parseBearerToken(request);
  const key = given === undefined ? undefined : await findUsedToken(services, serviceKeys, given);
  if (key === undefined) throw new ApiError(401, 'service-key-wrong');
  return key;
}
