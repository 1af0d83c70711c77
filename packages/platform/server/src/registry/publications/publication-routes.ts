import { getImportName, moduleVersionSchema } from '@portico/contract';
import {
  consumerListSchema,
  fileDigestsSchema,
  type ModuleStatus,
  mapChangeListSchema,
  moduleStatusListSchema,
  moduleStatusSchema,
  type Publication,
  publicationListSchema,
  publicationSchema,
  publishedNameSchema,
  rollbackSchema,
  sharedAddressesSchema,
  sharedRequestSchema,
} from '@portico/contract/publishing';
import { and, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { negotiateLocale } from '../../http/negotiation';
import { byModuleSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { formatMessage } from '../../i18n/i18n';
import { findEmails } from '../../identity/accounts/user-repository';
import { checkVersion } from '../checks/check-version';
import type { RegistryServices } from '../create-registry';
import { touchSentFiles } from '../files/sent-file-repository';
import { changeModule } from '../live-map/change-live-map';
import { createUserCounter } from '../live-map/count-users';
import { createUnchangedModule, listLiveModules, listRevisions } from '../live-map/live-module';
import { createModuleStatus } from '../live-map/module-status';
import { findFigures } from '../live-map/release-figures';
import { resolveModules } from '../live-map/resolve-module';
import { findSharedAddresses, listConsumers } from '../live-map/shared-packages';
import { rollBack } from '../live-map/transitions';
import { mapChanges, moduleVersions } from '../tables';
import {
  getPublisher,
  manageReleases,
  mayChange,
  type Publisher,
  readReleases,
  requireModule,
} from '../team-tokens/publisher';
import { prepareVersion } from '../versions/prepare-version';
import { createUnknownError, requireServable, wasPublished } from '../versions/version-repository';
import { publishVersions, type VersionPublication } from './publish-versions';
import { findRouteTakenSince, throwIfTaken } from './require-free-routes';
import { requireTenants } from './start-rollout';

/** Maximum body of a publication with 500 files. */
export const publicationMaxBytes = 512 * 1024;
/** Maximum body of a list of publications. */
const publicationListMaxBytes = 8 * publicationMaxBytes;

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const modulesQuerySchema = v.object({ module: v.optional(publishedNameSchema) });
const historyQuerySchema = v.object({
  module: v.optional(publishedNameSchema),
  /** Only changes with a lower revision. */
  before: v.optional(wholeNumber),
  limit: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(200)), '50'),
});

const consumersQuerySchema = v.object({ version: v.optional(moduleVersionSchema) });

/** The API that teams publish with. */
export function registerPublicationRoutes(app: ApiScope, services: RegistryServices): void {
  const { database, now, registry } = services;
  const ofModule = '/publishing/modules/:module';
  const countForList = createUserCounter();

  const list = { querystring: modulesQuerySchema, response: { 200: moduleStatusListSchema } };
  app.get('/publishing/modules', { config: readReleases, schema: list }, async (request) => {
    const publisher = getPublisher(request);
    const { module: wanted } = request.query;
    const [modules, base, revisions] = await Promise.all([
      listLiveModules(database, wanted === undefined ? undefined : [wanted]),
      registry.importMap.readBase(),
      listRevisions(database),
    ]);
    // A person also sees those of their modules that were never published.
    const all = [...[...(publisher.readable ?? [])].map(createUnchangedModule), ...modules];
    const resolved = [...resolveModules(all, base, now(), registry.rolloutHours).values()]
      .filter(({ module }) => (wanted === undefined || module === wanted) && publisher.readable?.has(module) !== false)
      .sort((one, other) => (one.module < other.module ? -1 : 1));
    const own = resolved.filter(({ module }) => mayChange(publisher, module));
    const figures = await (wanted === undefined
      ? findFigures(database, own, false, countForList)
      : findFigures(database, own, true));
    return resolved.map((module) => {
      const revision = revisions.get(module.module) ?? 0;
      return { ...createModuleStatus(module, registry.modulePolicy, figures.get(module.module)), revision };
    });
  });

  const history = { querystring: historyQuerySchema, response: { 200: mapChangeListSchema } };
  app.get('/publishing/history', { config: readReleases, schema: history }, async (request) => {
    const { readable } = getPublisher(request);
    const { before, limit, module } = request.query;
    const rows = await database
      .select({ ...getTableColumns(mapChanges), checkedBy: moduleVersions.checkedBy })
      .from(mapChanges)
      .leftJoin(
        moduleVersions,
        and(eq(moduleVersions.module, mapChanges.module), eq(moduleVersions.version, mapChanges.to)),
      )
      .where(
        and(
          module === undefined ? undefined : eq(mapChanges.module, module),
          readable && inArray(mapChanges.module, [...readable]),
          before === undefined ? undefined : lt(mapChanges.revision, before),
        ),
      )
      .orderBy(desc(mapChanges.revision))
      .limit(limit);
    const emails = await findEmails(
      database,
      rows.map(({ by }) => by),
    );
    return rows.map(({ checkedBy, ...row }) => ({
      ...row,
      by: emails.get(row.by) ?? row.by,
      at: row.at.toISOString(),
      ...(checkedBy !== null && { checked_by: checkedBy }),
    }));
  });

  const shared = { body: sharedRequestSchema, response: { 200: sharedAddressesSchema } };
  app.post('/publishing/shared', { config: readReleases, schema: shared }, async ({ body }) =>
    findSharedAddresses(await registry.importMap.getModules(), body.shared),
  );

  const consumers = {
    config: { ...readReleases, isForAllModules: true },
    schema: { params: byModuleSchema, querystring: consumersQuerySchema, response: { 200: consumerListSchema } },
  };
  app.get(`${ofModule}/consumers`, consumers, async ({ params, query }) =>
    listConsumers(await registry.importMap.getModules(), getImportName(params.module), query.version),
  );

  const missing = { params: byModuleSchema, body: fileDigestsSchema, response: { 200: fileDigestsSchema } };
  app.post(`${ofModule}/missing-files`, { config: manageReleases, schema: missing }, async (request) => {
    const { digests } = request.body;
    const sent = await touchSentFiles(services, digests);
    return { digests: [...new Set(digests)].filter((digest) => !sent.has(digest)) };
  });

  const publish = {
    bodyLimit: publicationMaxBytes,
    config: manageReleases,
    schema: { params: byModuleSchema, body: publicationSchema, response: { 201: moduleStatusSchema } },
  };
  app.post(`${ofModule}/versions`, publish, async (request, reply) => {
    const version = { module: request.params.module, publication: request.body };
    const [status] = await publishAll(request, getPublisher(request), [version]);
    if (status === undefined) throw new Error('A publication has no status.');
    reply.code(201);
    return status;
  });

  const publishMany = {
    bodyLimit: publicationListMaxBytes,
    config: manageReleases,
    schema: { body: publicationListSchema, response: { 200: moduleStatusListSchema } },
  };
  app.post('/publishing/versions', publishMany, async (request) => {
    const publisher = getPublisher(request);
    const { versions } = request.body;
    for (const { module } of versions) requireModule(publisher, module);
    return publishAll(request, publisher, versions);
  });

  const back = { params: byModuleSchema, body: rollbackSchema, response: { 200: moduleStatusSchema } };
  app.post(`${ofModule}/rollback`, { config: manageReleases, schema: back }, async (request) => {
    const { module } = request.params;
    const { version, ...note } = request.body;
    return changeModule(services, module, { by: getPublisher(request), ...note }, async ({ state }, transaction) => {
      const { at, tx } = transaction;
      if (version !== undefined) {
        await requireServable(tx, module, version);
        if (!(await wasPublished(tx, module, version))) throw createUnknownError(version);
      }
      const transition = rollBack(state, at, version);
      if (transition === undefined && version === undefined) throw new ApiError(409, 'nothing-before');
      if (transition) throwIfTaken(await findRouteTakenSince(transaction, module, transition.state.version));
      return transition;
    });
  });

  async function publishAll(
    { headers }: FastifyRequest,
    publisher: Publisher,
    versions: readonly { readonly module: string; readonly publication: Publication }[],
  ): Promise<ModuleStatus[]> {
    const publications: VersionPublication[] = [];
    for (const { module, publication } of versions) {
      const { audience, checked: isChecked, from, reason, rollout, ...version } = publication;
      await requireTenants(database, audience);
      const prepared = await prepareVersion(services, publisher, module, version);
      const checked = await checkVersion(services, publisher, prepared, isChecked ? 'team' : 'nobody');
      publications.push({ checked, audience, rollout, from, reason });
    }
    const statuses = await publishVersions(services, publisher, publications);
    const locale = negotiateLocale(headers['accept-language']);
    return statuses.map((status, index) => {
      const warnings = publications[index]?.checked.warnings ?? [];
      const texts = warnings.map(({ code, values }) => formatMessage(code, locale, values));
      return texts.length > 0 ? { ...status, warnings: texts } : status;
    });
  }
}
