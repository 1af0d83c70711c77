import {
  canaryDecisionSchema,
  type FileDigests,
  fileDigestsSchema,
  type MapChange,
  type ModuleStatus,
  type Publication,
  publicationSchema,
  rollbackSchema,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { parse } from '../parse';
import type { Services } from '../services';
import { promoteCanary, rollBackModule, withdrawCanary } from './decide-versions';
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
  module: v.optional(v.string()),
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
    return { digests: await missingFiles(database, publishing.files, digests) };
  });

  app.post(`${ofModule}/versions`, options, async (request, reply): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    const { audience, from, reason, ...files } = parse(publicationSchema, request.body);
    const prepared = await prepare(request, module, files);
    const [status] = await publishVersions(services, publisher, [{ prepared, audience, from, reason }]);
    if (status === undefined) throw new Error('A publication has no status.');
    reply.code(201);
    return status;
  });

  app.post(`${ofModule}/rollback`, async (request): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    return rollBackModule(services, publisher, module, parse(rollbackSchema, request.body ?? {}));
  });

  app.post(`${ofModule}/promote`, async (request): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    return promoteCanary(services, publisher, module, parse(canaryDecisionSchema, request.body ?? {}).reason);
  });

  app.post(`${ofModule}/withdraw`, async (request): Promise<ModuleStatus> => {
    const { module, publisher } = await requireOwner(request);
    return withdrawCanary(services, publisher, module, parse(canaryDecisionSchema, request.body ?? {}).reason);
  });

  async function requireOwner(request: FastifyRequest): Promise<{ module: string; publisher: Publisher }> {
    const module = moduleOf(request);
    return { module, publisher: await requirePublisher(request, services, module) };
  }

  function prepare(
    { host, protocol }: FastifyRequest,
    module: string,
    { entry, files, url, version }: Pick<Publication, 'entry' | 'files' | 'url' | 'version'>,
  ): Promise<PreparedVersion> {
    if (url === undefined) return prepareUploadedVersion(services, module, { entry, files, version });
    const elsewhere = { module, version, entry, files, url };
    const portalOrigin = `${protocol}://${host}`;
    return prepareVersionElsewhere(elsewhere, publishing.moduleOrigins, { portalOrigin });
  }
}
