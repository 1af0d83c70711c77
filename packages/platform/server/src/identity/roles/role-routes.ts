import {
  type ConsoleCaller,
  confirmationSchema,
  type RoleAssignment,
  roleChangeSchema,
  tenantKeySchema,
} from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { lockTenant } from '../accounts/tenant-repository';
import { lockUser } from '../accounts/user-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { sessions } from '../identity-tables';
import { findConfirmationEnd, getPerson } from './require-permission';
import { listPermissions } from './role-permissions';
import { grantRole, listRoles, revokeRole } from './role-repository';

const byTenantSchema = v.object({ tenant: tenantKeySchema });

/** The routes of the console's callers, and of roles. */
export function registerRoleRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, passwords, throttle } = services;
  const addOperation = createOperationRoutes(app, services);

  app.get('/self', { config: { permission: 'any' } }, async (request): Promise<ConsoleCaller> => {
    const { roles, session, user } = requirePerson(request);
    return {
      email: user.email,
      name: user.name,
      tenant: session.tenant ?? '',
      roles: [...roles],
      permissions: listPermissions(roles, session.tenant),
      is_operator: roles.some(({ role }) => role === 'operator'),
      confirmed_until: findConfirmationEnd(session, now())?.toISOString() ?? null,
    };
  });

  const confirm = async (tx: Executor, request: FastifyRequest) => {
    const { session, user } = requirePerson(request);
    const { password } = parse(confirmationSchema, request.body);
    const tries = [['passwordOfAccount', user.email]] as const;
    await passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      if (!(await verify(user.passwordHash, password))) throw new ApiError(403, 'wrong-password');
    });
    await throttle.reset(database, tries);
    await tx.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, session.id));
    return { action: 'caller-confirmed', userId: user.id } as const;
  };
  addOperation('POST', '/confirmation', confirm, { permission: 'any' });

  app.get('/roles', (): Promise<RoleAssignment[]> => listRoles(database));

  app.get('/tenants/:tenant/roles', { config: { permission: 'roles.read' } }, async (request) => {
    const { tenant } = parse(byTenantSchema, request.params);
    await lockTenant(database, tenant);
    return listRoles(database, tenant);
  });

  const grant = async (tx: Executor, request: FastifyRequest) => {
    const { email, granted } = parseChange(request);
    if (granted.tenant !== undefined) await lockTenant(tx, granted.tenant);
    const userId = await lockUser(tx, email);
    await grantRole(tx, userId, granted, now());
    return { action: 'role-granted', userId, ...describe(granted) } as const;
  };
  const revoke = async (tx: Executor, request: FastifyRequest) => {
    const { email, granted } = parseChange(request);
    const userId = await lockUser(tx, email);
    if (!(await revokeRole(tx, userId, granted))) throw new ApiError(404, 'role-unknown');
    return { action: 'role-revoked', userId, ...describe(granted) } as const;
  };
  for (const [url, config] of [
    ['/roles', { isDangerous: true }],
    ['/tenants/:tenant/roles', { permission: 'roles.manage', isDangerous: true }],
  ] as const) {
    addOperation('PUT', url, grant, config);
    addOperation('DELETE', url, revoke, config);
  }
}

/** @throws ApiError 403 when an administrator's call is about another tenant than its address */
function parseChange(request: FastifyRequest) {
  const change = parse(roleChangeSchema, request.body);
  const { tenant } = v.parse(v.object({ tenant: v.optional(v.string()) }), request.params);
  if (tenant !== undefined && tenant !== change.granted.tenant) throw new ApiError(403, 'role-needed');
  return change;
}

function describe({ role, tenant, modules }: v.InferOutput<typeof roleChangeSchema>['granted']) {
  return { tenant, target: role, ...(modules && { details: { modules } }) };
}

/** @throws ApiError 403 for the operator's key, which belongs to no person */
function requirePerson(request: FastifyRequest) {
  const person = getPerson(request);
  if (person === undefined) throw new ApiError(403, 'person-needed');
  return person;
}
