import { type Configuration, getContentType, moduleVersionSchema } from '@portico/contract';
import { moduleFileNameSchema, publishedNameSchema } from '@portico/contract/publishing';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { answerNotFound, closedPolicy } from '../../http/answer-error';
import { ApiError } from '../../http/api-error';
import { compress, isCompressible } from '../../http/compressed-content';
import { negotiateEncoding } from '../../http/negotiation';
import { matchesEntityTag, type PreparedText, prepareText, sendTextUnlessKnown } from '../../http/prepared-text';
import type { RegistryServices } from '../create-registry';
import type { ResolvedModules } from '../live-map/resolve-module';
import { parseModuleFolder } from '../versions/addresses';
import { manifestName } from '../versions/prepared-version';
import { findFileDigest, findServableVersion, wasPublished } from '../versions/version-repository';
import { createFederationManifest, createFederationSnapshot } from './federation-manifest';

const parametersSchema = v.object({
  module: v.pipe(v.string(), v.transform(parseModuleFolder), publishedNameSchema),
  version: moduleVersionSchema,
  '*': moduleFileNameSchema,
});

/** Each process caches 64 MB of module files, plain and compressed. */
const cacheMaxBytes = 64 * 1024 * 1024;
/** One at a time: compression uses the threads that also hash passwords. */
const maxConcurrentCompressions = 1;

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  // For module frames and pages of other hosts. The files are public.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // Without a sandbox, a document of a module would run with the portal's origin.
  'content-security-policy': `sandbox; ${closedPolicy}`,
};

/** Serves the files of uploaded versions. The content of an address never changes. */
export async function registerModuleFileRoutes(
  app: FastifyInstance,
  { database, registry }: RegistryServices,
  { overrides }: Pick<Configuration, 'overrides'>,
): Promise<void> {
  // The content of a key never changes. Concurrent calls share one read.
  const cache = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: cacheMaxBytes,
    // lru-cache accepts no size of zero.
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (_key, _stale, { context: read }) => read(),
  });
  const limitCompression = pLimit(maxConcurrentCompressions);

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.all('/*', answerNotFound);

  const snapshots = new WeakMap<ResolvedModules, PreparedText>();
  // Only for developers: the snapshot lists the modules of all users.
  if (overrides !== 'off') {
    app.get('/mf-snapshot.json', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      const modules = await registry.importMap.getModules();
      const snapshot =
        snapshots.get(modules) ??
        prepareText('application/json; charset=utf-8', JSON.stringify(createFederationSnapshot(modules)));
      snapshots.set(modules, snapshot);
      return sendTextUnlessKnown(request, reply, snapshot);
    });
  }

  app.get('/:module/:version/*', async (request, reply) => {
    // A service worker of a module could read the requests of all pages of this origin.
    if (request.headers['service-worker'] !== undefined || request.headers['sec-fetch-dest'] === 'serviceworker') {
      throw new ApiError(404, 'not-found');
    }
    const parameters = v.safeParse(parametersSchema, request.params);
    // Source maps contain the sources. Only those who may read the failures of a module get anything of them.
    if (!parameters.success || parameters.output['*'].endsWith('.map')) throw new ApiError(404, 'not-found');
    const { module, version, '*': name } = parameters.output;
    const digest = await findFileDigest(database, module, version, name);
    if (digest === undefined) return sendWrittenManifest(reply, parameters.output);
    const entityTag = `"${digest}"`;
    if (matchesEntityTag(request.headers['if-none-match'], entityTag)) {
      return reply
        .code(304)
        .headers({ ...headers, etag: entityTag })
        .send();
    }
    const content = await cache.fetch(digest, { context: () => registry.files.get(digest) });
    if (content === undefined) throw new ApiError(404, 'not-found');
    const type = getContentType(name);
    reply.headers({ ...headers, etag: entityTag }).type(type);
    if (!isCompressible(type, content)) return reply.send(content);
    reply.header('vary', 'Accept-Encoding');
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return reply.send(content);
    const compressed = cache.fetch(`${digest} ${encoding}`, {
      context: () => limitCompression(() => compress(content, encoding)),
    });
    return reply.header('content-encoding', encoding).send(await compressed);
  });

  /**
   * Sends a manifest for a published version without one: federations and their tools request it. A version that is
   * stored for previews has none, because its files are secret without the link.
   */
  async function sendWrittenManifest(
    reply: FastifyReply,
    { module, version, '*': name }: v.InferOutput<typeof parametersSchema>,
  ) {
    const found = name === manifestName ? await findServableVersion(database, module, version) : undefined;
    if (found === undefined || !(await wasPublished(database, module, version))) {
      throw new ApiError(404, 'not-found');
    }
    // A later release of the portal may change the manifest.
    reply.headers({ ...headers, 'cache-control': 'no-cache' });
    return reply.send(createFederationManifest(found));
  }
}
