import { type ModuleStatus, publishedNameSchema, quarantineSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import type { RegistryServices } from '../services';
import { createOperatorAuthor } from '../team-tokens/publisher';
import { quarantineVersion } from './publish-versions';

const byModuleSchema = v.object({ module: publishedNameSchema });

/** The operator's route for a version that must never be served again. */
export function registerOperatorQuarantineRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/modules/:module/quarantine', (request): Promise<ModuleStatus> => {
    const { module } = parse(byModuleSchema, request.params);
    const wanted = parse(quarantineSchema, request.body);
    return quarantineVersion(services, createOperatorAuthor(request), module, wanted);
  });
}
