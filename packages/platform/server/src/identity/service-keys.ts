import { listQuerySchema } from '@portico/contract';
import {
  createdServiceKeySchema,
  type NewServiceKey,
  newServiceKeySchema,
  serviceKeyPageSchema,
} from '@portico/contract/administration';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { requirePublished } from '../http/find-nearest';
import { byIdSchema, parseId } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { apps } from './access-tables';
import { findEmails } from './accounts/user-repository';
import { createOperationRoutes } from './audit/operator-audit';
import type { IdentityServices } from './identity-services';
import {
  getAuthor,
  listAllowedModules,
  manageTokens,
  mayUseModule,
  readTokens,
  requireModules,
} from './roles/require-permission';
import { parseBearerToken } from './sessions/authenticate';
import { createToken, describeToken, findUsedToken, readPageOfTokens } from './sessions/secret-tokens';
import { serviceKeys } from './token-tables';

type StoredKey = typeof serviceKeys.$inferSelect;

const prefix = 'portico_sk_';

/** Creates a key, which can be shown only now. */
export async function insertServiceKey(
  executor: Executor,
  { module, ...wanted }: Omit<NewServiceKey, 'new'>,
  now: Date,
  createdBy: string | null = null,
): Promise<StoredKey & { readonly key: string }> {
  const { row, token: key } = createToken(prefix, wanted, createdBy, now);
  const stored = { ...row, module };
  await executor.insert(serviceKeys).values(stored);
  return { ...stored, key };
}

/** Finds the service key in the bearer token of the request; throws ApiError 401 without a valid one. */
export async function requireServiceKey(request: FastifyRequest, services: IdentityServices): Promise<StoredKey> {
  const key = await findUsedToken(services, serviceKeys, parseBearerToken(request));
  if (key === undefined) throw new ApiError(401, 'service-key-wrong');
  return key;
}

/** The operator's routes for service keys. */
export function registerOperatorServiceKeyRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, now } = services;
  const addOperation = createOperationRoutes(app, services);

  const list = { querystring: listQuerySchema, response: { 200: serviceKeyPageSchema } };
  app.get('/service-keys', { config: readTokens, schema: list }, async (request) => {
    const { module } = serviceKeys;
    const allowed = listAllowedModules(request);
    const isAllowed = allowed && inArray(module, [...allowed]);
    const { items, next } = await readPageOfTokens(
      database,
      { table: serviceKeys, modules: module },
      request.query,
      (condition, sorting, limit) =>
        database
          .select()
          .from(serviceKeys)
          .where(and(isAllowed, condition))
          .orderBy(...sorting)
          .limit(limit),
    );
    return { items: items.map(({ module, shown }) => ({ ...shown, module })), next };
  });

  const creation = { ...manageTokens, body: newServiceKeySchema, answer: createdServiceKeySchema };
  addOperation('POST', '/service-keys', creation, async (tx, request) => {
    const { new: isNew, ...wanted } = request.body;
    requireModules(request, [wanted.module]);
    const isApp = (await tx.$count(apps, eq(apps.module, wanted.module))) > 0;
    if (!isNew && !isApp) requirePublished(wanted.module, await services.listModules(tx));
    const created = await insertServiceKey(tx, wanted, now(), getAuthor(request));
    const { id, key, module, name } = created;
    const answer = { ...describeToken(created, await findEmails(tx, [created.createdBy])), module, key };
    return { action: 'service-key-created', target: module, details: { id, name }, answer };
  });

  addOperation('DELETE', '/service-keys/:id', { ...manageTokens, params: byIdSchema }, async (tx, request) => {
    const id = parseId(request, 'service-key-unknown');
    const [key] = await tx.select().from(serviceKeys).where(eq(serviceKeys.id, id)).for('update');
    if (key === undefined || !mayUseModule(request, key.module)) throw new ApiError(404, 'service-key-unknown');
    await tx.delete(serviceKeys).where(eq(serviceKeys.id, id));
    return { action: 'service-key-revoked', target: key.module, details: { id } };
  });
}
