import { createdScimTokenSchema, newScimTokenSchema, scimTokenListSchema } from '@portico/contract/administration';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { byIdSchema, byTenantSchema, parseId } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { findCallTenant } from '../accounts/call-tenant';
import { lockTenant, requireTenant } from '../accounts/tenant-repository';
import { findEmails } from '../accounts/user-repository';
import { setActor } from '../audit/audit-log';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { getAuthor } from '../roles/require-permission';
import { parseBearerToken } from '../sessions/authenticate';
import { createToken, describeToken, findUsedToken } from '../sessions/secret-tokens';
import { scimTokens } from '../token-tables';

const prefix = 'portico_st_';

const byTokenSchema = v.object({ ...byTenantSchema.entries, ...byIdSchema.entries });

/**
 * Finds the tenant whose directory calls, by the bearer token, and counts the call. The tenant is that of the host, too.
 * @throws ApiError 401 without a valid token, 429 at the limit
 */
export async function requireDirectory(request: FastifyRequest, services: IdentityServices): Promise<string> {
  const token = await findUsedToken(services, scimTokens, parseBearerToken(request));
  if (token === undefined || token.tenant !== findCallTenant(request, services)) {
    throw new ApiError(401, 'scim-token-wrong');
  }
  const { id, name, tenant } = token;
  setActor(request, { kind: 'directory', id, name: name || id.slice(0, 8) });
  await services.throttle.count(services.database, [['scimOfToken', id]]);
  return tenant;
}

/** The operator's routes for the tokens of directories. The database stores only their hashes. */
export function registerScimTokenRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, now } = services;
  const addOperation = createOperationRoutes(app, services);
  const url = '/tenants/:tenant/scim-tokens';

  const list = { schema: { params: byTenantSchema, response: { 200: scimTokenListSchema } } };
  app.get(url, list, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const ofTenant = eq(scimTokens.tenant, tenant);
    const tokens = await database.select().from(scimTokens).where(ofTenant).orderBy(asc(scimTokens.createdAt));
    const authors = tokens.map(({ createdBy }) => createdBy);
    const emails = await findEmails(database, authors);
    return tokens.map((token) => ({ ...describeToken(token, emails), tenant }));
  });

  const creation = {
    isDangerous: true,
    params: byTenantSchema,
    body: newScimTokenSchema,
    answer: createdScimTokenSchema,
  };
  addOperation('POST', url, creation, async (tx, request) => {
    const { tenant } = request.params;
    await lockTenant(tx, tenant);
    const { row, token } = createToken(prefix, request.body, getAuthor(request), now());
    await tx.insert(scimTokens).values({ ...row, tenant });
    const answer = { ...describeToken(row, await findEmails(tx, [row.createdBy])), tenant, token };
    return { action: 'scim-token-created', tenant, target: row.name, details: { id: row.id }, answer };
  });

  addOperation('DELETE', `${url}/:id`, { isDangerous: true, params: byTokenSchema }, async (tx, request) => {
    const { tenant } = request.params;
    const id = parseId(request, 'scim-token-unknown');
    const isWanted = and(eq(scimTokens.id, id), eq(scimTokens.tenant, tenant));
    const [revoked] = await tx.delete(scimTokens).where(isWanted).returning();
    if (revoked === undefined) throw new ApiError(404, 'scim-token-unknown');
    return { action: 'scim-token-revoked', tenant, target: revoked.name, details: { id } };
  });
}
