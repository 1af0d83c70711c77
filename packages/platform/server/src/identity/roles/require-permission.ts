import { consoleKey } from '@portico/contract';
import type { GrantedRole, Permission } from '@portico/contract/administration';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { isMember, type Member } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { setActor } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { authenticateApp, parseBearerToken, readAccessClaims } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import type { Session } from '../sessions/session-repository';
import { isSessionOf } from '../sessions/session-tenant';
import { isOperatorKey } from './operator-key';
import { isAllowed } from './role-permissions';
import { listRolesInForce } from './role-repository';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that people need for the call; `any` is any role. Without it, the call is for operators. */
    readonly permission?: Permission | 'any';
    /**
     * Whether a publisher may call it without a module in the address, because the route answers only for the modules of
     * `listAllowedModules`.
     */
    readonly isForModules?: boolean;
    /** Whether people must have proved who they are within ten minutes. */
    readonly isDangerous?: boolean;
  }
}

/** Routes of service keys and team tokens: operators have all of them, publishers those of their modules. */
export const readTokens = { permission: 'tokens.read', isForModules: true } as const;
export const manageTokens = { permission: 'tokens.manage', isForModules: true, isDangerous: true } as const;

/** A person who calls with their access token. */
export interface Person {
  readonly user: User;
  readonly session: Session;
  /** The tenant of the token; that of the call in a session that the previous release started. */
  readonly tenant: string;
  /** The roles that hold in this tenant. Those of the tenant itself need a session of it. */
  readonly roles: readonly GrantedRole[];
}

const people = new WeakMap<FastifyRequest, Person>();

/** Returns the person who calls; `undefined` for the holder of the operator's key. */
export function getPerson(request: FastifyRequest): Person | undefined {
  return people.get(request);
}

/** Whether the holder of the operator's key calls, or a person who is an operator. */
export function isOperator(request: FastifyRequest): boolean {
  const person = getPerson(request);
  return person === undefined || person.roles.some(({ role }) => role === 'operator');
}

/** Throws ApiError 404 unless the caller may know of a user: a role of a tenant may know only its members. */
export async function requireKnownUser(tx: Executor, request: FastifyRequest, member: Member): Promise<void> {
  if (!isOperator(request) && !(await isMember(tx, member))) throw new ApiError(404, 'user-unknown');
}

/** Lists the modules of which a publisher may call a route that is `isForModules`; `undefined` for all modules. */
export function listAllowedModules(request: FastifyRequest): readonly string[] | undefined {
  if (isOperator(request)) return undefined;
  return getPerson(request)?.roles.flatMap(({ modules = [] }) => modules) ?? [];
}

/** Whether the module is one of those that the caller may call about. */
export function mayUseModule(request: FastifyRequest, module: string): boolean {
  return listAllowedModules(request)?.includes(module) ?? true;
}

/** @throws ApiError 403 for a module that the caller may not publish */
export function requireModules(request: FastifyRequest, modules: readonly string[]): void {
  const foreign = modules.find((module) => !mayUseModule(request, module));
  if (foreign !== undefined) throw new ApiError(403, 'module-foreign', { values: { module: foreign } });
}

/** Returns the author of a token: `operator` for the key, or the id of a person. */
export function getAuthor(request: FastifyRequest): string {
  return getPerson(request)?.user.id ?? 'operator';
}

/**
 * Finds the person of an access token, which was exchanged for the console if for any app.
 * @returns `undefined` without a valid token
 * @throws ApiError 401 when the session has ended, 403 for a token of another app
 */
export async function authenticatePerson(
  request: FastifyRequest,
  services: IdentityServices,
): Promise<Person | undefined> {
  const claims = await readAccessClaims(request, services);
  if (claims === undefined) return undefined;
  if (claims.app !== undefined && claims.app !== consoleKey) throw new ApiError(403, 'token-not-allowed');
  const { user, session, tenant: sessionTenant } = await authenticateApp(request, services);
  setActor(request, { kind: 'user', id: user.id });
  const tenant = claims.tenant ?? sessionTenant;
  // A session of another tenant gives no roles here: it gets this token without a password.
  const place = (await isSessionOf(services.database, session, tenant)) ? tenant : '';
  const person = { user, session, tenant, roles: await listRolesInForce(services.database, user.id, place) };
  people.set(request, person);
  return person;
}

const parametersSchema = v.object({ tenant: v.optional(v.string()), module: v.optional(v.string()) });

/**
 * Lets only the operator's key, and people whose roles allow the call, make calls of a scope. Reads the roles at each call,
 * so that a revocation takes effect immediately.
 */
export function requirePermissions(app: FastifyInstance, services: IdentityServices): void {
  app.addHook('onRequest', async (request) => {
    const bearer = parseBearerToken(request);
    if (bearer !== undefined && isOperatorKey(bearer, services.operatorKey)) {
      setActor(request, { kind: 'operator' });
      return;
    }
    const person = await authenticatePerson(request, services);
    if (person === undefined) throw new ApiError(401, 'operator-key-wrong');
    const { permission, isDangerous = false, isForModules = false } = request.routeOptions.config;
    const { roles } = person;
    const scope = { ...v.parse(parametersSchema, request.params), isForModules };
    if (!isAllowed(roles, permission, scope)) throw new ApiError(403, 'role-needed');
    if (isDangerous) requireConfirmedCaller(request, services.now());
  });
}

/** @throws ApiError 403 for a person who has not proved who they are within ten minutes */
export function requireConfirmedCaller(request: FastifyRequest, now: Date): void {
  const person = getPerson(request);
  if (person) requireConfirmed(person.session, now);
}
