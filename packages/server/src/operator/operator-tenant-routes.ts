import { type OperatorTenant, operatorTenantSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { insertTenant, listTenants } from '../tenants/tenant-repository';

export function registerOperatorTenantRoutes(app: FastifyInstance, { database }: Services): void {
  app.get('/tenants', (): Promise<OperatorTenant[]> => listTenants(database));

  app.post('/tenants', async (request, reply): Promise<OperatorTenant> => {
    const tenant = parse(operatorTenantSchema, request.body);
    if (!(await insertTenant(database, tenant))) throw new ApiError(409, 'tenant-exists');
    reply.code(201);
    return tenant;
  });
}
