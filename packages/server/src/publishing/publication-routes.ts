import {
  type Audience,
  canaryDecisionSchema,
  type FileDigests,
  fileDigestsSchema,
  type MapChange,
  type ModuleStatus,
  moduleKeySchema,
  type Publication,
  publicationSchema,
  rollbackSchema,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { findTenant } from '../tenants/tenant-repository';
import { decideOnCanary, rollBackModule } from './decide-versions';
import { listLiveModules } from './live-module';
import { listMapChanges } from './map-change-repository';
import { moduleOf } from './module-parameter';
import { statusesOf } from './module-status';
import { prepareUploadedVersion } from './prepare-uploaded-version';
import { prepareVersionElsewhere } from './prepare-version-elsewhere';
import type { PreparedVersion } from './prepared-version';
import { publishVersions } from './publish-versions';
import { type Publisher, requirePublisher } from './publisher';
import { missingFiles } from './sent-file-repository';

/** A publication names up to 500 files. */
const publicationMaxBytes = 512 * 1024;

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const historyQuerySchema = v.object({
  module: v.optional(moduleKeySchema),
  before: v.optional(wholeNumber),
  limit: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(200)), '50'),
});

/** What teams publish by, and see of it. */
export function registerPublicationRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, publishing } = services;
  const ofModule = '/publishing/modules/:module';
  const options = { bodyLimit: publicationMaxBytes };

  app.get('/publishing/modules', async (request): Promise<ModuleStatus[]> => {
    await requirePublisher(request, services);
    const [modules, base] = await Promise.all([listLiveModules(database), publishing.importMap.readBase()]);
    return statusesOf(modules, base, now(), publishing.trialHours);
  });

  app.get('/publishing/history', async (request): Promise<MapChange[]> => {
    await requirePublisher(request, services);
    return listMapChanges(database, parse(historyQuerySchema, request.query));
  });

  app.post(`${ofModule}/missing-files`, async (request): Promise<FileDigests> => {
    await requireOwner(request);
    const { digests } = parse(fileDigestsSchema, request.body);
    return { digests: await missingFiles(services, digests) };
  });

  app.post(`${ofModule}/versions`, options, async (request, reply): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    const { audience, from, reason, ...files } = parse(publicationSchema, request.body);
    await requireTenants(audience);
    const prepared = await prepare(module, files);
    const [status] = await publishVersions(services, publisher, [{ prepared, audience, from, reason }]);
    if (status === undefined) throw new Error('A publication has no status.');
    reply.code(201);
    return status;
  });

  app.post(`${ofModule}/rollback`, async (request): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    return rollBackModule(services, publisher, module, parse(rollbackSchema, request.body ?? {}));
  });

  for (const decision of ['promote', 'withdraw'] as const) {
    app.post(`${ofModule}/${decision}`, async (request): Promise<ModuleStatus> => {
      const { module, publisher } = await requireOwner(request);
      const { reason } = parse(canaryDecisionSchema, request.body ?? {});
      return decideOnCanary(services, publisher, module, decision, reason);
    });
  }

  /** @throws ApiError 400 when there is no such tenant: nobody would get the canary, and nobody would notice */
  async function requireTenants(audience: Audience | undefined): Promise<void> {
    for (const tenant of audience && 'tenants' in audience ? audience.tenants : []) {
      if ((await findTenant(database, tenant)) === undefined) throw new ApiError(400, 'tenant-unknown');
    }
  }

  async function requireOwner(request: FastifyRequest): Promise<{ module: string; publisher: Publisher }> {
    const module = moduleOf(request);
    return { module, publisher: await requirePublisher(request, services, module) };
  }

  function prepare(
    module: string,
    { entry, files, url, version }: Pick<Publication, 'entry' | 'files' | 'url' | 'version'>,
  ): Promise<PreparedVersion> {
    if (url === undefined) return prepareUploadedVersion(services, module, { entry, files, version });
    const elsewhere = { module, version, entry, files, url };
    return prepareVersionElsewhere(elsewhere, publishing.moduleOrigins);
  }
}
