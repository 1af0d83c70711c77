import { isDeepStrictEqual } from 'node:util';
import type { GrantedRole } from '@portico/contract/administration';
import { publishedNameSchema } from '@portico/contract/publishing';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { toApiError } from '../../http/answer-error';
import { ApiError } from '../../http/api-error';
import { getConnectionSignal } from '../../http/connection-signal';
import type { Caller } from '../../http/queue';
import { getActor, readCallOrigin, recordAudit, setActor } from '../../identity/audit/audit-log';
import { isNewRefusal } from '../../identity/audit/record-refusal';
import { isOperatorKey } from '../../identity/roles/operator-key';
import { authenticatePerson, getPerson, listAllowedModules } from '../../identity/roles/require-permission';
import { isAllowed } from '../../identity/roles/role-permissions';
import { lockPortalRoles } from '../../identity/roles/role-repository';
import { parseBearerToken } from '../../identity/sessions/authenticate';
import { findUsedToken } from '../../identity/sessions/secret-tokens';
import type { RegistryServices } from '../create-registry';
import type { Author } from '../live-map/change-live-map';
import { teamTokens } from '../tables';

/** The author of a change of the live map. */
export interface Publisher extends Author {
  /** The token, the person, or the operator. */
  readonly caller: Caller;
  /** The modules that it may change; absent for all. */
  readonly modules?: ReadonlySet<string>;
  /**
   * The modules whose releases a person may read; absent for all. A token reads those of all modules, because its team
   * builds on them.
   */
  readonly readable?: ReadonlySet<string>;
  /**
   * Locks the permission to publish, so that a revocation waits for the transaction.
   * @throws ApiError 401 or 403 once it is revoked
   */
  requireInForce(tx: Executor): Promise<void>;
}

/** The holder of the operator's key, or a person, as the author of a call. The history stores the id of a person. */
export function createOperatorAuthor(request: FastifyRequest): Author {
  const name = getPerson(request)?.user.id ?? 'operator';
  return { name, actor: getActor(request), origin: readCallOrigin(request) };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a publisher may make the call for a module of another team. */
    readonly isForAllModules?: boolean;
  }
}

/** Routes that read or change releases. */
export const readReleases = { permission: 'releases.read' } as const;
export const manageReleases = { permission: 'releases.manage' } as const;

const parametersSchema = v.object({ module: v.optional(publishedNameSchema) });
const publishers = new WeakMap<FastifyRequest, Publisher>();

/**
 * Lets only publishers make calls of a scope, and calls about a module only those who may change it.
 * @throws ApiError 400 for a malformed key, 401 without a valid token, 403 without the role, or when the module belongs to
 * another team
 */
export function requirePublishers(app: FastifyInstance, services: RegistryServices): void {
  app.addHook('onRequest', async (request) => {
    const parameters = v.safeParse(parametersSchema, request.params);
    if (!parameters.success) throw new ApiError(400, 'module-key-malformed');
    const { module } = parameters.output;
    const publisher = await findCaller(request, services);
    publishers.set(request, publisher);
    if (module !== undefined && !request.routeOptions.config.isForAllModules) requireModule(publisher, module);
  });
}

/** Returns the publisher who makes a call in a scope of `requirePublishers`. */
export function getPublisher(request: FastifyRequest): Publisher {
  const publisher = publishers.get(request);
  if (publisher === undefined) throw new Error('The scope of the route requires no publisher.');
  return publisher;
}

/** Finds the publisher by a team token or the operator's key; throws ApiError 401 without a valid one. */
export async function requireCredential(
  request: FastifyRequest,
  credential: string | undefined,
  services: RegistryServices,
): Promise<Publisher> {
  if (credential === undefined) throw createTokenError();
  const signal = getConnectionSignal(request);
  if (isOperatorKey(credential, services.operatorKey)) {
    setActor(request, { kind: 'operator' });
    const caller = { id: 'operator', signal };
    return { ...createOperatorAuthor(request), caller, requireInForce: async () => {} };
  }
  const token = await findUsedToken(services, teamTokens, credential);
  if (token === undefined) throw createTokenError();
  const id = token.id.slice(0, 8);
  const name = token.name === '' ? id : `${token.name} (${id})`;
  const actor = { kind: 'team', id: token.id, name } as const;
  setActor(request, actor);
  return {
    name,
    actor,
    origin: readCallOrigin(request),
    caller: { id: token.id, signal },
    modules: new Set(token.modules),
    requireInForce: async (tx) => {
      const { id } = teamTokens;
      const found = await tx.select({ id }).from(teamTokens).where(eq(id, token.id)).for('key share');
      if (found.length === 0) throw createTokenError();
    },
  };
}

function createTokenError(): ApiError {
  return new ApiError(401, 'team-token-wrong');
}

/**
 * Finds the publisher by the bearer token of the request: a team token, the operator's key, or the access token of a
 * person who may publish.
 * @throws ApiError 401 without a valid token, 403 for a person without the role
 */
async function findCaller(request: FastifyRequest, services: RegistryServices): Promise<Publisher> {
  const person = await authenticatePerson(request, services);
  if (person === undefined) return requireCredential(request, parseBearerToken(request), services);
  const { roles, user } = person;
  if (!isAllowed(roles, request.routeOptions.config.permission, { isForModules: true })) {
    throw new ApiError(403, 'role-needed');
  }
  const allowed = listAllowedModules(request);
  const modules = allowed && new Set(allowed);
  return {
    ...createOperatorAuthor(request),
    caller: { id: user.id, signal: getConnectionSignal(request) },
    ...(modules && { modules, readable: modules }),
    requireInForce: async (tx) => {
      const isSame = isDeepStrictEqual(sortRoles(await lockPortalRoles(tx, user.id)), sortRoles(roles));
      if (!isSame) throw new ApiError(403, 'role-needed');
    },
  };
}

/** Returns the roles in the whole portal in a fixed order. */
function sortRoles(roles: readonly GrantedRole[]): GrantedRole[] {
  return roles.filter(({ tenant }) => tenant === undefined).sort((one, other) => (one.role < other.role ? -1 : 1));
}

/** Whether the publisher may change the module. */
export function mayChange({ modules }: Publisher, module: string): boolean {
  return modules?.has(module) ?? true;
}

/** @throws ApiError 403 when the module belongs to another team */
export function requireModule(publisher: Publisher, module: string): void {
  if (!mayChange(publisher, module)) throw new ApiError(403, 'module-foreign', { values: { module } });
}

/** Records calls without a valid credential, and calls for a module of another team: each once a minute. */
export function recordPublishingRefusals(app: FastifyInstance, { background, database, now }: RegistryServices): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status, values } = toApiError(error);
    const isRefusal = status === 401 || status === 403;
    const actor = getActor(request);
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
