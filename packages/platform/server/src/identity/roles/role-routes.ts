import {
  type ConsoleCaller,
  confirmationSchema,
  type RoleAssignment,
  roleChangeSchema,
  roleRevocationSchema,
  tenantKeySchema,
} from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { addMember, isMember } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { lockUser } from '../accounts/user-repository';
import { createOperationRoutes, recordOperation } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { sessions } from '../identity-tables';
import { findConfirmationEnd, getPerson, isOperator } from './require-permission';
import { listPermissions } from './role-permissions';
import { grantRole, listRoles, revokeRole } from './role-repository';

const byTenantSchema = v.object({ tenant: tenantKeySchema });

/** The routes of the console's callers, and of roles. */
export function registerRoleRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, passwords, throttle } = services;
  const addOperation = createOperationRoutes(app, services);

  app.get('/self', { config: { permission: 'any' } }, async (request): Promise<ConsoleCaller> => {
    const { roles, session, tenant, user } = requirePerson(request);
    return {
      email: user.email,
      name: user.name,
      tenant,
      roles: [...roles],
      permissions: listPermissions(roles),
      is_operator: isOperator(request),
      confirmed_until: findConfirmationEnd(session, now())?.toISOString() ?? null,
    };
  });

  app.post('/confirmation', { config: { permission: 'any' } }, async (request, reply) => {
    const { session, user } = requirePerson(request);
    const { password } = parse(confirmationSchema, request.body);
    const tries = [['passwordOfAccount', user.email]] as const;
    await passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      if (!(await verify(user.passwordHash, password))) throw new ApiError(403, 'wrong-password');
    });
    await throttle.reset(database, tries);
    await database.transaction(async (tx) => {
      await tx.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, session.id));
      await recordOperation(tx, now(), request, { action: 'caller-confirmed', userId: user.id });
    });
    return reply.code(204).send();
  });

  app.get('/roles', (): Promise<RoleAssignment[]> => listRoles(database));

  app.get('/tenants/:tenant/roles', { config: { permission: 'roles.read' } }, async (request) => {
    const { tenant } = parse(byTenantSchema, request.params);
    await lockTenant(database, tenant);
    return listRoles(database, tenant);
  });

  const grant = async (tx: Executor, request: FastifyRequest) => {
    const { email, granted } = parse(roleChangeSchema, request.body);
    const { tenant, modules } = granted;
    requireTenantOfAddress(request, tenant);
    if (tenant !== undefined) await lockTenant(tx, tenant);
    const userId = await lockUser(tx, email);
    if (tenant !== undefined) {
      // An administrator may not learn who is a user elsewhere.
      if (isOperator(request)) await addMember(tx, { tenant, userId }, now());
      else if (!(await isMember(tx, { tenant, userId }))) throw new ApiError(404, 'user-unknown');
    }
    await grantRole(tx, userId, granted, now());
    return {
      action: 'role-granted',
      userId,
      tenant,
      target: granted.role,
      ...(modules && { details: { modules } }),
    } as const;
  };
  const revoke = async (tx: Executor, request: FastifyRequest) => {
    const { email, granted } = parse(roleRevocationSchema, request.body);
    requireTenantOfAddress(request, granted.tenant);
    const userId = await lockUser(tx, email);
    const { tenant } = granted;
    if (tenant !== undefined && !isOperator(request) && !(await isMember(tx, { tenant, userId }))) {
      throw new ApiError(404, 'user-unknown');
    }
    if (!(await revokeRole(tx, userId, granted))) throw new ApiError(404, 'role-unknown');
    return { action: 'role-revoked', userId, tenant, target: granted.role } as const;
  };
  for (const [url, config] of [
    ['/roles', { isDangerous: true }],
    ['/tenants/:tenant/roles', { permission: 'roles.manage', isDangerous: true }],
  ] as const) {
    addOperation('PUT', url, grant, config);
    addOperation('DELETE', url, revoke, config);
  }
}

/** @throws ApiError 403 when a call about one tenant changes a role in another one, or in the whole portal */
function requireTenantOfAddress(request: FastifyRequest, tenant: string | undefined): void {
  const address = v.parse(v.object({ tenant: v.optional(v.string()) }), request.params);
  if (address.tenant !== undefined && address.tenant !== tenant) throw new ApiError(403, 'role-needed');
}

/** @throws ApiError 403 for the operator's key, which belongs to no person */
function requirePerson(request: FastifyRequest) {
  const person = getPerson(request);
  if (person === undefined) throw new ApiError(403, 'person-needed');
  return person;
}
