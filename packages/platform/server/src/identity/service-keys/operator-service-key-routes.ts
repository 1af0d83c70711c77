import { type CreatedServiceKey, newServiceKeySchema, type ServiceKey } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { createOperationRecorder } from '../audit/operator-audit';
import type { IdentityServices } from '../services';
import { deleteToken } from '../sessions/bearer-tokens';
import { serviceKeys } from '../tables';
import { insertServiceKey, listServiceKeys, type ServiceKey as ServiceKeyRow } from './service-key-repository';

/** The operator's routes for service keys. */
export function registerOperatorServiceKeyRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;
  const record = createOperationRecorder(services);

  app.get('/service-keys', async (): Promise<ServiceKey[]> => (await listServiceKeys(database)).map(toServiceKey));

  app.post('/service-keys', async (request, reply): Promise<CreatedServiceKey> => {
    const wanted = parse(newServiceKeySchema, request.body);
    const created = await database.transaction(async (tx) => {
      const key = await insertServiceKey(tx, wanted, now());
      const { id, module: target, name } = key;
      await record(tx, request, { action: 'service-key-created', target, details: { id, name } });
      return key;
    });
    reply.code(201);
    return { ...toServiceKey(created), key: created.key };
  });

  app.delete('/service-keys/:id', async (request, reply) => {
    const id = parseId(request, 'service-key-unknown');
    await database.transaction(async (tx) => {
      if (!(await deleteToken(tx, serviceKeys, id))) throw new ApiError(404, 'service-key-unknown');
      await record(tx, request, { action: 'service-key-revoked', details: { id } });
    });
    return reply.code(204).send();
  });
}

function toServiceKey({ id, module, name, createdAt, lastUsedAt }: ServiceKeyRow): ServiceKey {
  return {
    id,
    module,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
