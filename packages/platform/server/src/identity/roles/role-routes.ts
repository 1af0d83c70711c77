import { confirmationSchema, tenantKeySchema } from '@portico/contract';
import {
  consoleCallerSchema,
  roleChangeSchema,
  rolePageSchema,
  roleQuerySchema,
  roleRevocationSchema,
} from '@portico/contract/administration';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { addMember } from '../accounts/member-repository';
import { getTenantChannel } from '../accounts/tenant-channel';
import { lockTenant, requireTenant } from '../accounts/tenant-repository';
import { lockUser } from '../accounts/user-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import { proveUser } from '../confirmation/prove-user';
import type { IdentityServices } from '../identity-services';
import { findConfirmationEnd, markConfirmed } from '../sessions/confirmation';
import { getPerson, isOperator, requireKnownUser } from './require-permission';
import { listPermissions } from './role-permissions';
import { grantRole, listRolePage, listRoles, revokeRole } from './role-repository';

const roleAnswerSchema = v.union([rolePageSchema, rolePageSchema.entries.items]);

/** The routes of the console's callers, and of roles. */
export function registerRoleRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, now, sign } = services;
  const addOperation = createOperationRoutes(app, services);

  const self = { config: { permission: 'any' }, schema: { response: { 200: consoleCallerSchema } } } as const;
  app.get('/self', self, async (request) => {
    const { roles, session, tenant, user } = requirePerson(request);
    return {
      email: user.email,
      name: user.name,
      tenant,
      roles: [...roles],
      permissions: listPermissions(roles),
      is_operator: isOperator(request),
      confirmed_until: findConfirmationEnd(session, now())?.toISOString() ?? null,
      channel: getTenantChannel(sign, 'console', tenant),
    };
  });

  const confirmation = { config: { permission: 'any' }, schema: { body: confirmationSchema } } as const;
  app.post('/confirmation', confirmation, async (request, reply) => {
    const { session, user } = requirePerson(request);
    await proveUser(services, request, { session, user, proof: request.body });
    // In no tenant, because the next step may be about another one.
    await markConfirmed(services, request, { ...session, tenant: null });
    return reply.code(204).send();
  });

  // The command line of the previous release reads all roles as an array.
  const list = { schema: { querystring: roleQuerySchema, response: { 200: roleAnswerSchema } } };
  app.get('/roles', list, ({ originalUrl, query }) =>
    originalUrl.includes('?') ? listRolePage(database, query) : listRoles(database),
  );

  app.get(
    '/tenants/:tenant/roles',
    { config: { permission: 'roles.read' }, schema: { params: byTenantSchema, ...list.schema } },
    async ({ originalUrl, params: { tenant }, query }) => {
      await requireTenant(database, tenant);
      return originalUrl.includes('?') ? listRolePage(database, query, tenant) : listRoles(database, tenant);
    },
  );

  for (const [url, params, config] of [
    ['/roles', v.object({ tenant: v.optional(tenantKeySchema) }), { isDangerous: true }],
    ['/tenants/:tenant/roles', byTenantSchema, { permission: 'roles.manage', isDangerous: true }],
  ] as const) {
    addOperation('PUT', url, { ...config, params, body: roleChangeSchema }, async (tx, request) => {
      const { email, granted } = request.body;
      const { tenant, modules } = granted;
      requireTenantOfAddress(request.params.tenant, tenant);
      if (tenant !== undefined) await lockTenant(tx, tenant);
      const userId = await lockUser(tx, email);
      if (tenant !== undefined) {
        await requireKnownUser(tx, request, { tenant, userId });
        await addMember(tx, { tenant, userId }, now());
      }
      await grantRole(tx, userId, granted, now());
      const target = granted.role;
      return { action: 'role-granted', userId, tenant, target, ...(modules && { details: { modules } }) };
    });
    addOperation('DELETE', url, { ...config, params, body: roleRevocationSchema }, async (tx, request) => {
      const { email, granted } = request.body;
      const { tenant } = granted;
      requireTenantOfAddress(request.params.tenant, tenant);
      const userId = await lockUser(tx, email);
      if (tenant !== undefined) await requireKnownUser(tx, request, { tenant, userId });
      if (!(await revokeRole(tx, userId, granted))) throw new ApiError(404, 'role-unknown');
      return { action: 'role-revoked', userId, tenant, target: granted.role };
    });
  }
}

/** @throws ApiError 403 when a call about one tenant changes a role in another one, or in the whole portal */
function requireTenantOfAddress(address: string | undefined, tenant: string | undefined): void {
  if (address !== undefined && address !== tenant) throw new ApiError(403, 'role-needed');
}

/** @throws ApiError 403 for the operator's key, which belongs to no person */
function requirePerson(request: FastifyRequest) {
  const person = getPerson(request);
  if (person === undefined) throw new ApiError(403, 'person-needed');
  return person;
}
