import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';
import { isOperatorKey } from '../operator/require-operator';
import type { Services } from '../services';
import { findTeamToken, touchTeamToken } from './team-token-repository';

/** Who changes the live import map. */
export interface Publisher {
  /** What stands in the records: the token's name and the start of its id, or `operator`. */
  readonly name: string;
  mayChange(module: string): boolean;
}

const operator: Publisher = { name: 'operator', mayChange: () => true };

/** @param credential a team token or the operator's key */
export async function findPublisher(credential: string, services: Services): Promise<Publisher | undefined> {
  const { background, database, now, operatorKey } = services;
  if (isOperatorKey(credential, operatorKey)) return operator;
  const token = await findTeamToken(database, credential);
  if (token === undefined) return undefined;
  background.run(() => touchTeamToken(database, token.id, now()));
  const id = token.id.slice(0, 8);
  return {
    name: token.name === '' ? id : `${token.name} (${id})`,
    mayChange: (module) => token.modules.includes(module),
  };
}

/**
 * Who the bearer token of the request belongs to.
 * @param module that is to be changed, if any is
 * @throws ApiError 401 without a token that is in force, 403 when the module is another team's
 */
export async function requirePublisher(
  request: FastifyRequest,
  services: Services,
  module?: string,
): Promise<Publisher> {
  const credential = bearerTokenOf(request);
  const publisher = credential === undefined ? undefined : await findPublisher(credential, services);
  if (publisher === undefined) throw new ApiError(401, 'team-token-wrong');
  if (module !== undefined) requireModule(publisher, module);
  return publisher;
}

/** @throws ApiError 403 when the module is another team's */
export function requireModule(publisher: Publisher, module: string): void {
  if (!publisher.mayChange(module)) throw new ApiError(403, 'module-foreign', { values: { module } });
}
