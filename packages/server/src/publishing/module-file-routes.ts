import { moduleFileNameSchema, moduleKeySchema, moduleVersionSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { createWorkQueue } from '../concurrency/work-queue';
import { answerNotFound } from '../errors/answer-error';
import { ApiError } from '../errors/api-error';
import { isNamedBy } from '../images/entity-tag';
import type { Services } from '../services';
import { type ContentEncoding, compressed, encodingFor, isCompressible } from './compressed-content';
import { createContentCache } from './content-cache';
import { typeOfFile } from './module-file-types';
import { findFileDigest } from './version-repository';

const parametersSchema = v.object({
  module: moduleKeySchema,
  version: moduleVersionSchema,
  '*': moduleFileNameSchema,
});

/** What a process remembers of files, as they are and compressed: anybody may ask for one again and again. */
const rememberedBytes = 64 * 1024 * 1024;
/** Compressing takes threads that sign-ins need as well. */
const compressingLimits = { atOnce: 1, waiting: Number.POSITIVE_INFINITY };

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  // For module frames and pages of other hosts; there is nothing here that a cookie gives access to.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // A document that is opened here would be one of the portal's origin.
  'content-security-policy': "sandbox; default-src 'none'",
};

/** Serves the files of uploaded versions to everybody; what an address answers never changes again. */
export async function registerModuleFileRoutes(
  app: FastifyInstance,
  { database, publishing }: Services,
): Promise<void> {
  const cache = createContentCache(rememberedBytes);
  const compressing = createWorkQueue(compressingLimits);

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.all('/*', answerNotFound);

  app.get('/:module/:version/*', async (request, reply) => {
    // It would get the calls of all pages of this origin to see.
    if (request.headers['service-worker'] !== undefined || request.headers['sec-fetch-dest'] === 'serviceworker') {
      throw new ApiError(404, 'not-found');
    }
    const parameters = v.safeParse(parametersSchema, request.params);
    if (!parameters.success) throw new ApiError(404, 'not-found');
    const { module, version, '*': name } = parameters.output;
    const digest = await findFileDigest(database, module, version, name);
    if (digest === undefined) throw new ApiError(404, 'not-found');
    const entityTag = `"${digest}"`;
    if (isNamedBy(request.headers['if-none-match'], entityTag)) {
      return reply
        .code(304)
        .headers({ ...headers, etag: entityTag })
        .send();
    }
    const content = await contentOf(digest);
    if (content === undefined) throw new ApiError(404, 'not-found');
    const type = typeOfFile(name);
    reply.headers({ ...headers, etag: entityTag }).type(type);
    if (!isCompressible(type, content)) return reply.send(content);
    reply.header('vary', 'Accept-Encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === undefined) return reply.send(content);
    return reply.header('content-encoding', encoding).send(await compressedContentOf(digest, content, encoding));
  });

  function contentOf(digest: string): Promise<Buffer | undefined> {
    return cache.get(digest, () => publishing.files.get(digest));
  }

  function compressedContentOf(digest: string, content: Buffer, encoding: ContentEncoding) {
    return cache.get(`${digest} ${encoding}`, () => compressing.run(() => compressed(content, encoding)));
  }
}
