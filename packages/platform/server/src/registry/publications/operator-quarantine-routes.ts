import { type ModuleStatus, moduleKeySchema, quarantineSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import { readCallOrigin } from '../../identity/audit/record-audit';
import type { Author } from '../live-map/change-live-map';
import type { RegistryServices } from '../services';
import { quarantineVersion } from './publish-versions';

const byModuleSchema = v.object({ module: moduleKeySchema });

/** The operator's route for a version that must never be served again. */
export function registerOperatorQuarantineRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/modules/:module/quarantine', (request): Promise<ModuleStatus> => {
    const { module } = parse(byModuleSchema, request.params);
    const by: Author = { name: 'operator', actor: { kind: 'operator' }, origin: readCallOrigin(request) };
    return quarantineVersion(services, by, module, parse(quarantineSchema, request.body));
  });
}
