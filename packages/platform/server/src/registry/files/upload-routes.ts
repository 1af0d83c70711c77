import { fileDigestSchema, moduleFileMaxBytes, publishedNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { createFairQueue, createQueue } from '../../http/queue';
import { readBody } from '../../http/read-body';
import type { ApiScope } from '../../http/route-schemas';
import type { RegistryServices } from '../create-registry';
import { getPublisher, manageReleases } from '../team-tokens/publisher';
import { computeDigest } from './file-store';
import { storeFile } from './sent-file-repository';

const byDigestSchema = v.object({ module: publishedNameSchema, digest: fileDigestSchema });

/** Each upload takes up to `moduleFileMaxBytes` of memory. Waiting calls take none: their bodies are not read yet. */
const receivingLimits = { concurrency: 8, maxWaiting: 200 };
/** A team may send slowly, so it takes half of the places only. */
const receivingPlaces = { concurrency: 4, maxWaiting: 100 };
/** Fewer, because storing 10 MB blocks PGlite for a quarter of a second. */
const storingLimits = { concurrency: 2, maxWaiting: receivingLimits.concurrency };

/** Receives the files of modules. Needs a scope of its own, because the bodies are not JSON. */
export async function registerUploadRoutes(app: ApiScope, services: RegistryServices): Promise<void> {
  const receiving = createFairQueue(receivingLimits, receivingPlaces);
  const storing = createQueue(storingLimits);

  // The route checks the token before it reads the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  const upload = { config: manageReleases, schema: { params: byDigestSchema } };
  app.put('/publishing/modules/:module/files/:digest', upload, async (request, reply) => {
    const { digest, module } = request.params;
    const values = { name: digest };
    const tooLarge = () => new ApiError(413, 'file-too-large', { values });
    await receiving(getPublisher(request).caller, async () => {
      const content = await readBody(request.raw, moduleFileMaxBytes, tooLarge);
      if (computeDigest(content) !== digest) throw new ApiError(400, 'file-differs', { values });
      await storing.run(() => storeFile(services, module, digest, content));
    });
    return reply.code(204).send();
  });
}
