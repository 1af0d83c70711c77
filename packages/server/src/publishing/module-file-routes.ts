import compress from '@fastify/compress';
import { moduleFileNameSchema, moduleKeySchema, moduleVersionSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { answerNotFound } from '../errors/answer-error';
import { ApiError } from '../errors/api-error';
import { isNamedBy } from '../images/entity-tag';
import type { Services } from '../services';
import { typeOfFile } from './module-file-types';
import { findFileDigest } from './version-repository';

const parametersSchema = v.object({
  module: moduleKeySchema,
  version: moduleVersionSchema,
  '*': moduleFileNameSchema,
});

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
  await app.register(compress);
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
    const content = await publishing.files.get(digest);
    if (content === undefined) throw new ApiError(404, 'not-found');
    return reply
      .headers({ ...headers, etag: entityTag })
      .type(typeOfFile(name))
      .send(content);
  });
}
