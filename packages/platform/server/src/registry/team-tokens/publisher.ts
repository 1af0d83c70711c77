import { consoleKey, publishedNameSchema, type Role } from '@portico/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { toApiError } from '../../http/answer-error';
import { ApiError } from '../../http/api-error';
import { getConnectionSignal } from '../../http/connection-signal';
import type { Caller } from '../../http/queue';
import { readCallOrigin, recordAudit } from '../../identity/audit/audit-log';
import { isNewRefusal } from '../../identity/audit/record-refusal';
import { userRoles } from '../../identity/identity-tables';
import { isOperatorKey } from '../../identity/roles/operator-key';
import { findPerson } from '../../identity/roles/require-permission';
import { mayPublish } from '../../identity/roles/role-permissions';
import { parseBearerToken } from '../../identity/sessions/authenticate';
import { findUsedToken } from '../../identity/sessions/secret-tokens';
import type { RegistryServices } from '../create-registry';
import type { Author } from '../live-map/change-live-map';
import { teamTokens } from '../tables';

/** The author of a change of the live map. */
export interface Publisher extends Author {
  /** The token, the person, or the operator. */
  readonly caller: Caller;
  mayChange(module: string): boolean;
}

/** The operator as the author of a call. */
export function createOperatorAuthor(request: FastifyRequest): Author {
  return { name: 'operator', actor: { kind: 'operator' }, origin: readCallOrigin(request) };
}

const publishingRoles: Role[] = ['operator', 'publisher'];

const parametersSchema = v.object({ module: publishedNameSchema });

/** The publisher of each request with a valid credential. */
const publishers = new WeakMap<FastifyRequest, Publisher>();

/**
 * Finds the publisher by a team token, the operator's key, or the access token of a person with a role.
 * @throws ApiError 401 without a valid one, 403 for a person without a role that publishes
 */
export async function requireCredential(
  request: FastifyRequest,
  credential: string | undefined,
  services: RegistryServices,
): Promise<Publisher> {
  const found = credential === undefined ? undefined : await findPublisher(request, credential, services);
  if (found === undefined) throw new ApiError(401, 'team-token-wrong');
  // The console is published with the shell.
  const publisher = { ...found, mayChange: (module: string) => module !== consoleKey && found.mayChange(module) };
  publishers.set(request, publisher);
  return publisher;
}

async function findPublisher(
  request: FastifyRequest,
  credential: string,
  services: RegistryServices,
): Promise<Publisher | undefined> {
  const { operatorKey } = services;
  const signal = getConnectionSignal(request);
  if (isOperatorKey(credential, operatorKey)) {
    return { ...createOperatorAuthor(request), caller: { id: 'operator', signal }, mayChange: () => true };
  }
  const token = await findUsedToken(services, teamTokens, credential);
  if (token === undefined) return findPublishingPerson(request, services);
  const id = token.id.slice(0, 8);
  const name = token.name === '' ? id : `${token.name} (${id})`;
  return {
    name,
    actor: { kind: 'team', id: token.id, name },
    origin: readCallOrigin(request),
    caller: { id: token.id, signal },
    mayChange: (module) => token.modules.includes(module),
  };
}

async function findPublishingPerson(
  request: FastifyRequest,
  services: RegistryServices,
): Promise<Publisher | undefined> {
  const person = await findPerson(request, services);
  if (person === undefined) return undefined;
  const { roles, user } = person;
  if (!roles.some(({ role }) => publishingRoles.includes(role))) throw new ApiError(403, 'role-needed');
  return {
    name: user.email,
    actor: { kind: 'user', id: user.id },
    origin: readCallOrigin(request),
    caller: { id: user.id, signal: getConnectionSignal(request) },
    mayChange: (module) => mayPublish(roles, module),
  };
}

/** Finds the publisher by the bearer token of the request; throws ApiError 401 without a valid one. */
export function requirePublisher(request: FastifyRequest, services: RegistryServices): Promise<Publisher> {
  return requireCredential(request, parseBearerToken(request), services);
}

/**
 * Finds the publisher, and the module in the route. The publisher may change it.
 * @throws ApiError 400 for a malformed key, 401 without a valid token, 403 when the module belongs to
 * another team
 */
export async function requireOwner(
  request: FastifyRequest,
  services: RegistryServices,
): Promise<{ module: string; publisher: Publisher }> {
  const parameters = v.safeParse(parametersSchema, request.params);
  if (!parameters.success) throw new ApiError(400, 'module-key-malformed');
  const { module } = parameters.output;
  const publisher = await requirePublisher(request, services);
  requireModule(publisher, module);
  return { module, publisher };
}

/** @throws ApiError 403 when the module belongs to another team */
export function requireModule(publisher: Publisher, module: string): void {
  if (!publisher.mayChange(module)) throw new ApiError(403, 'module-foreign', { values: { module } });
}

/**
 * Locks the publisher's token or role, so that a revocation waits for the publication.
 * @throws ApiError 401 once the token is revoked, 403 once the role is taken away
 */
export async function requireInForce(tx: Executor, { actor }: Publisher): Promise<void> {
  if (actor.kind === 'user') {
    const isRole = and(eq(userRoles.userId, actor.id ?? ''), inArray(userRoles.role, publishingRoles));
    const held = await tx.select({ role: userRoles.role }).from(userRoles).where(isRole).for('key share');
    if (held.length === 0) throw new ApiError(403, 'role-needed');
  }
  if (actor.kind !== 'team') return;
  const found = await tx
    .select({ id: teamTokens.id })
    .from(teamTokens)
    .where(eq(teamTokens.id, actor.id ?? ''))
    .for('key share');
  if (found.length === 0) throw new ApiError(401, 'team-token-wrong');
}

/** Records calls without a valid credential, and calls for a module of another team: each once a minute. */
export function recordPublishingRefusals(app: FastifyInstance, { background, database, now }: RegistryServices): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status, values } = toApiError(error);
    const isRefusal = status === 401 || status === 403;
    const { actor = { kind: 'visitor' } as const } = publishers.get(request) ?? {};
    const target = values.module;
    if (!isRefusal || !isNewRefusal('publishing', reason, actor.id ?? request.ip, target ?? '')) return;
    background.run(() =>
      recordAudit(database, now(), {
        action: 'publishing-refused',
        actor,
        origin: readCallOrigin(request),
        ...(target !== undefined && { target }),
        details: { reason },
      }),
    );
  });
}
