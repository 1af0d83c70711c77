import { randomUUID } from 'node:crypto';
import { emergencyLinkRequestSchema, emergencyLinkSchema } from '@portico/contract/administration';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { findCallTenant, requireTenantOrigin } from '../accounts/call-tenant';
import { findUserAtTenant } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { recordOwnAction } from '../audit/audit-log';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { listRolesInForce } from '../roles/role-repository';
import { lifetimes } from '../sessions/lifetimes';
import { openSession } from '../sign-in/open-session';

/** The page that an emergency link opens. */
export const emergencyPath = '/api/sign-in/emergency';

const purpose = 'emergency link';

/** The content of a link, which is encrypted. */
const linkSchema = v.object({ id: v.string(), email: v.string(), tenant: v.string() });

/** Registers the call that creates a link, for when the providers of a tenant fail and its passwords are switched off. */
export function registerEmergencyLinkRoute(app: ApiScope, services: IdentityServices): void {
  const creation = {
    isDangerous: true,
    params: byTenantSchema,
    body: emergencyLinkRequestSchema,
    answer: emergencyLinkSchema,
  };
  const url = '/tenants/:tenant/emergency-links';
  createOperationRoutes(app, services)('POST', url, creation, async (tx, request) => {
    const { email } = request.body;
    const { tenant } = request.params;
    await lockTenant(tx, tenant);
    const origin = requireTenantOrigin(request, services, tenant);
    const user = await findResponsible(tx, email, tenant);
    if (user === undefined) throw new ApiError(409, 'emergency-user-refused', { values: { tenant } });
    const link = { id: randomUUID(), email, tenant };
    const token = await services.encryption.seal(purpose, link, lifetimes.emergencyLink);
    const expiresAt = addMilliseconds(services.now(), lifetimes.emergencyLink);
    const answer = { address: `${origin}${emergencyPath}?token=${token}`, expires_at: expiresAt.toISOString() };
    return { action: 'emergency-link-created', tenant, userId: user.id, answer };
  });
}

/** Reads the token of a link without using it; throws ApiError 400 unless it is valid at the tenant of the call. */
export async function readEmergencyLink(request: FastifyRequest, services: IdentityServices, token: string) {
  const link = await services.encryption.unseal(purpose, token, linkSchema);
  if (link?.tenant !== findCallTenant(request, services)) throw new ApiError(400, 'emergency-link-ended');
  return link;
}

/** Signs the user of a link in, once; throws ApiError 400 unless it is valid and they may still use it. */
export async function signInByEmergencyLink(
  reply: FastifyReply,
  services: IdentityServices,
  token: string,
): Promise<void> {
  const { database, now, throttle } = services;
  const { request } = reply;
  const { email, id, tenant } = await readEmergencyLink(request, services, token);
  await throttle.count(database, [['emergencyLink', id]]).catch((error: unknown) => {
    throw error instanceof TooManyTriesError ? new ApiError(400, 'emergency-link-ended') : error;
  });
  const user = await findResponsible(database, email, tenant);
  if (user === undefined) throw new ApiError(400, 'emergency-link-ended');
  await openSession(reply, services, { user, tenant, method: 'emergency-link' });
  await recordOwnAction(database, now(), request, { userId: user.id, tenant }, 'emergency-sign-in');
}

/** Finds an enabled member who can repair the sign-in of a tenant: an operator, or an administrator there. */
async function findResponsible(executor: Executor, email: string, tenant: string) {
  const found = await findUserAtTenant(executor, email, tenant);
  if (!found?.isMember || found.user.disabledAt !== null) return undefined;
  const roles = await listRolesInForce(executor, found.user.id, tenant);
  return roles.some(({ role }) => role === 'operator' || role === 'administrator') ? found.user : undefined;
}
