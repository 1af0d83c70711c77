import { type ImportMap, maxNamedModules, parseModuleKeys } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type PreparedText, prepareText, sendTextUnlessKnown } from '../http/prepared-text';
import { parseCohort } from '../identity/sessions/cohort';
import { sessionCookieName } from '../identity/sessions/session-cookies';
import type { ReaderImportMap } from '../registry/live-map/map-edition';
import type { Preview } from '../registry/live-map/resolve-module';
import { type FindPreviews, readPreviewTokens } from './previews';

/**
 * Returns the import map for a browser.
 * @param cohort the user's cohort, if known
 * @param modules the module keys to include; all by default
 * @param previews the versions that replace the live ones
 */
export type ImportMapFor = (
  hostname: string,
  cohort: number | undefined,
  modules?: ReadonlySet<string>,
  previews?: readonly Preview[],
) => Promise<ReaderImportMap>;

const previewsQuerySchema = v.object({ previews: v.string() });
const mapQuerySchema = v.object({ modules: v.string() });

/**
 * Serves the import map of the caller, or the part with the modules that the query names. Each open tab polls it every
 * minute and usually gets 304. A page with previews adds `previews` to the query and gets their versions.
 */
export function registerImportMapRoute(
  app: FastifyInstance,
  importMapFor: ImportMapFor,
  findPreviews: FindPreviews,
): void {
  const texts = new WeakMap<ImportMap, PreparedText>();
  app.get('/import-map.json', async (request, reply) => {
    const tokens = v.is(previewsQuerySchema, request.query) ? readPreviewTokens(request) : [];
    const previews = tokens.length > 0 ? (await findPreviews(tokens)).active : undefined;
    const { importMap } = await importMapFor(request.hostname, readCohort(request), readModules(request), previews);
    const text = texts.get(importMap) ?? prepareText('application/json; charset=utf-8', JSON.stringify(importMap));
    texts.set(importMap, text);
    reply.headers({ 'Cache-Control': 'no-cache, must-revalidate', Vary: 'Cookie, Accept-Encoding' });
    return sendTextUnlessKnown(request, reply, text);
  });
}

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
