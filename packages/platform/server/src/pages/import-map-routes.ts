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
 * Returns the import map for a reader of this host.
 * @param cohort of the user, if known
 * @param modules the keys of the only modules that the reader needs; all by default
 * @param previews the versions that this browser gets instead of the live ones
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
 * Serves the import map of the caller, or the part of it with the modules that the query names. Every open tab polls it
 * each minute, usually answered by 304. A page that shows previews says so, and gets their versions.
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

/** The modules that a request for the import map names; `undefined` for all. */
function readModules({ query }: FastifyRequest): ReadonlySet<string> | undefined {
  if (!v.is(mapQuerySchema, query)) return undefined;
  const keys = parseModuleKeys(query.modules);
  return keys.length > maxNamedModules ? undefined : new Set(keys);
}

/** The cohort by the session cookie, which anybody may have written. */
export function readCohort({ cookies }: FastifyRequest): number | undefined {
  return parseCohort(cookies[sessionCookieName]);
}
