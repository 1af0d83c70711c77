import { moduleVersionSchema } from '@portico/contract';
import {
  moduleStatusSchema,
  storedPublicationSchema,
  versionComparisonSchema,
  versionPageSchema,
  versionQuerySchema,
  versionVitalsListSchema,
} from '@portico/contract/publishing';
import * as v from 'valibot';
import { byModuleSchema, byVersionSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import type { RegistryServices } from '../create-registry';
import { getPublisher, manageReleases, readReleases } from '../team-tokens/publisher';
import { compareVersions } from '../versions/compare-versions';
import { listVersions } from '../versions/list-versions';
import { listVitals } from '../vitals/vital-repository';
import { publishStored } from './publish-versions';

const comparisonQuerySchema = v.object({ with: moduleVersionSchema });

/** The API for the stored versions of a module. */
export function registerVersionRoutes(app: ApiScope, services: RegistryServices): void {
  const ofModule = '/publishing/modules/:module';
  const ofVersions = `${ofModule}/versions`;

  const { database } = services;

  const list = { params: byModuleSchema, querystring: versionQuerySchema, response: { 200: versionPageSchema } };
  app.get(ofVersions, { config: readReleases, schema: list }, ({ params, query }) =>
    listVersions(database, params.module, query),
  );

  const compare = {
    params: byVersionSchema,
    querystring: comparisonQuerySchema,
    response: { 200: versionComparisonSchema },
  };
  app.get(
    `${ofVersions}/:version/comparison`,
    { config: readReleases, schema: compare },
    ({ params: { module, version }, query }) => compareVersions(services, module, query.with, version),
  );

  const vitals = { params: byModuleSchema, response: { 200: versionVitalsListSchema } };
  app.get(`${ofModule}/vitals`, { config: readReleases, schema: vitals }, ({ params }) =>
    listVitals(database, params.module),
  );

  const publish = { params: byVersionSchema, body: storedPublicationSchema, response: { 200: moduleStatusSchema } };
  app.post(`${ofVersions}/:version/publish`, { config: manageReleases, schema: publish }, (request) =>
    publishStored(services, getPublisher(request), { ...request.params, ...request.body }),
  );
}
