import { fileDigestSchema, moduleFileMaxBytes } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { createWorkQueue } from '../concurrency/work-queue';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import { readBody } from '../read-body';
import type { Services } from '../services';
import { digestOf } from './file-digest';
import { moduleOf } from './module-parameter';
import { requirePublisher } from './publisher';
import { keepFile, sweepFiles } from './sent-file-repository';

const byDigestSchema = v.object({ digest: fileDigestSchema });

/** A file that is received takes up to `moduleFileMaxBytes` of memory; one that waits stays where it is, and takes none. */
const receivingLimits = { atOnce: 8, waiting: 200 };
/** Fewer, since on PGlite a file of 10 MB takes the whole server a quarter of a second. */
const storingLimits = { atOnce: 2, waiting: receivingLimits.atOnce };
const sweepInterval = 3600 * 1000;

/** Takes the files of modules. In a scope of its own, since its bodies are no JSON. */
export async function registerUploadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const receiving = createWorkQueue(receivingLimits);
  const storing = createWorkQueue(storingLimits);

  // A body is read by its route, once it is known whose it is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  const timer = setInterval(() => services.background.run(() => sweepFiles(services)), sweepInterval).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.put('/publishing/modules/:module/files/:digest', async (request, reply) => {
    const module = moduleOf(request);
    await requirePublisher(request, services, module);
    const { digest } = parse(byDigestSchema, request.params);
    const values = { name: digest };
    const tooLarge = () => new ApiError(413, 'file-too-large', { values });
    await receiving.run(async () => {
      const content = await readBody(request.raw, moduleFileMaxBytes, tooLarge);
      if (digestOf(content) !== digest) throw new ApiError(400, 'file-differs', { values });
      await storing.run(() => keepFile(services, module, digest, content));
    });
    return reply.code(204).send();
  });
}
