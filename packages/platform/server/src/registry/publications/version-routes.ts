import {
  type ModuleStatus,
  moduleVersionSchema,
  publishedNameSchema,
  storedPublicationSchema,
  type VersionComparison,
  type VersionVitals,
  type versionPageSchema,
  versionQuerySchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import type { RegistryServices } from '../create-registry';
import { requireOwner } from '../team-tokens/publisher';
import { compareVersions } from '../versions/compare-versions';
import { listVersions } from '../versions/list-versions';
import { listVitals } from '../vitals/vital-repository';
import { publishStored } from './publish-versions';

const parametersSchema = v.object({ module: publishedNameSchema, version: moduleVersionSchema });
const comparisonQuerySchema = v.object({ with: moduleVersionSchema });

/** The API for the stored versions of a module. */
export function registerVersionRoutes(app: FastifyInstance, services: RegistryServices): void {
  const ofModule = '/publishing/modules/:module';
  const ofVersions = `${ofModule}/versions`;

  app.get(ofVersions, async (request): Promise<v.InferOutput<typeof versionPageSchema>> => {
    const { module } = await requireOwner(request, services);
    return listVersions(services.database, module, parse(versionQuerySchema, request.query));
  });

  app.get(`${ofVersions}/:version/comparison`, async (request): Promise<VersionComparison> => {
    await requireOwner(request, services);
    const { module, version } = parse(parametersSchema, request.params);
    const { with: other } = parse(comparisonQuerySchema, request.query);
    return compareVersions(services, module, other, version);
  });

  app.get(`${ofModule}/vitals`, async (request): Promise<VersionVitals[]> => {
    const { module } = await requireOwner(request, services);
    return listVitals(services.database, module);
  });

  app.post(`${ofVersions}/:version/publish`, async (request): Promise<ModuleStatus> => {
    const { publisher } = await requireOwner(request, services);
    const { module, version } = parse(parametersSchema, request.params);
    const publication = parse(storedPublicationSchema, request.body ?? {});
    return publishStored(services, publisher, { module, version, ...publication });
  });
}
