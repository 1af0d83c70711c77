import { type ImportMap, maxNamedModules, parseModuleKeys } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type PreparedText, prepareText, sendTextUnlessKnown } from '../http/prepared-text';
import { parseCohort } from '../identity/sessions/cohort';
import { sessionCookieName } from '../identity/sessions/session-cookies';
import { findPreviews } from '../registry/audiences/preview-links';
import type { RegistryServices } from '../registry/create-registry';
import type { ReaderImportMap } from '../registry/live-map/map-edition';
import type { MapReader } from '../registry/live-map/resolve-module';
import { type PreviewServices, readPreviewTokens } from './previews';

const previewsQuerySchema = v.object({ previews: v.string() });
const mapQuerySchema = v.object({ modules: v.string() });
const contributingSchema = v.object({ contributing: v.string() });

/**
 * Serves the import map of the caller, or the part with the modules that the query names. Each open tab polls it every
 * minute and usually gets 304. A page with previews adds `previews` to the query and gets their versions. A page of a user
 * with very many modules adds `contributing` and also gets those that add something to pages.
 */
export function registerImportMapRoute(
  app: FastifyInstance,
  services: PreviewServices & Pick<RegistryServices, 'getTenantKey'>,
  getMap: (reader: MapReader) => Promise<Pick<ReaderImportMap, 'importMap'>>,
): void {
  const texts = new WeakMap<ImportMap, PreparedText>();
  app.get('/import-map.json', async (request, reply) => {
    const tokens = v.is(previewsQuerySchema, request.query) ? readPreviewTokens(request) : [];
    const { active: previews } = await findPreviews(services, tokens);
    const [tenant, cohort] = [services.getTenantKey(request.hostname), readCohort(request)];
    const contributors = v.is(contributingSchema, request.query) ? everyModule : undefined;
    const { importMap } = await getMap({ tenant, cohort, modules: readModules(request), contributors, previews });
    const text = texts.get(importMap) ?? prepareText('application/json; charset=utf-8', JSON.stringify(importMap));
    texts.set(importMap, text);
    reply.headers({ 'Cache-Control': 'no-cache, must-revalidate', Vary: 'Cookie, Accept-Encoding' });
    return sendTextUnlessKnown(request, reply, text);
  });
}

const everyModule = { has: () => true };

/** Returns the module keys in the query; `undefined` for all. */
function readModules({ query }: FastifyRequest): ReadonlySet<string> | undefined {
  if (!v.is(mapQuerySchema, query)) return undefined;
  const keys = parseModuleKeys(query.modules);
  return keys.length > maxNamedModules ? undefined : new Set(keys);
}

/** Returns the cohort in the session cookie, which is not signed: the user may have changed it. */
export function readCohort({ cookies }: FastifyRequest): number | undefined {
  return parseCohort(cookies[sessionCookieName]);
}
