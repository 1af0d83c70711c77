import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { findServiceKey, type ServiceKey, touchServiceKey } from './service-key-repository';

/** The service key that the request carries as a bearer token. @throws ApiError 401 without one that is in force */
export async function requireServiceKey(request: FastifyRequest, services: Services): Promise<ServiceKey> {
  const { background, database, now } = services;
  const given = bearerTokenOf(request);
  const key = given === undefined ? undefined : await findServiceKey(database, given);
  if (key === undefined) throw new ApiError(401, 'service-key-wrong');
  background.run(() => touchServiceKey(database, key.id, now()));
  return key;
}
