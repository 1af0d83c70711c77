import { type CreatedServiceKey, newServiceKeySchema, type ServiceKey } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import type { IdentityServices } from '../services';
import {
  deleteServiceKey,
  insertServiceKey,
  listServiceKeys,
  type ServiceKey as ServiceKeyRow,
} from './service-key-repository';

const byIdSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** The operator's routes for service keys. */
export function registerOperatorServiceKeyRoutes(app: FastifyInstance, { database, now }: IdentityServices): void {
  app.get('/service-keys', async (): Promise<ServiceKey[]> => (await listServiceKeys(database)).map(toServiceKey));

  app.post('/service-keys', async (request, reply): Promise<CreatedServiceKey> => {
    const created = await insertServiceKey(database, parse(newServiceKeySchema, request.body), now());
    reply.code(201);
    return { ...toServiceKey(created), key: created.key };
  });

  app.delete('/service-keys/:id', async (request, reply) => {
    const parameters = v.safeParse(byIdSchema, request.params);
    const isDeleted = parameters.success && (await deleteServiceKey(database, parameters.output.id));
    if (!isDeleted) throw new ApiError(404, 'service-key-unknown');
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
