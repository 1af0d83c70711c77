import { createHash } from 'node:crypto';
import { fileDigestSchema, moduleFileMaxBytes } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import { readBody } from '../read-body';
import type { Services } from '../services';
import { moduleOf } from './module-parameter';
import { requirePublisher } from './publisher';
import { keepFile } from './sent-file-repository';

const byDigestSchema = v.object({ digest: fileDigestSchema });

/** Takes the files of modules. In a scope of its own, since its bodies are no JSON. */
export async function registerUploadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database, publishing } = services;

  // A body is read by its route, once it is known whose it is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  app.put('/publishing/modules/:module/files/:digest', async (request, reply) => {
    await requirePublisher(request, services, moduleOf(request));
    const { digest } = parse(byDigestSchema, request.params);
    const values = { name: digest };
    const tooLarge = () => new ApiError(413, 'file-too-large', { values });
    const content = await readBody(request.raw, moduleFileMaxBytes, tooLarge);
    const actual = createHash('sha384').update(content).digest('base64url');
    if (actual !== digest) throw new ApiError(400, 'file-differs', { values });
    await keepFile(database, publishing.files, digest, content);
    return reply.code(204).send();
  });
}
