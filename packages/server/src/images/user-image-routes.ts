import { emailSchema, photoMaxBytes, photoMimes, type userImageListSchema } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { User } from '../accounts/user-repository';
import { authenticate } from '../auth/authenticate';
import { createWorkQueue } from '../concurrency/work-queue';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import { readBody } from '../read-body';
import type { Services } from '../services';
import { entityTagOf, isNamedBy } from './entity-tag';
import { imageEmailsSchema } from './image-emails';
import { keptMime, toSquarePhoto } from './square-photo';
import { deleteImage, listImageHashes, listImages, setImage } from './user-image-repository';

const ofEmailSchema = v.object({ email: emailSchema });

/** One that is decoded takes up to 400 MB (measured), one that waits up to `photoMaxBytes`. */
const decodingLimits = { atOnce: 1, waiting: 40 };

type UserImageList = v.InferInput<typeof userImageListSchema>;
type ImageVersion = Awaited<ReturnType<typeof listImageHashes>>[number];

/** Photos of users. In a scope of its own, since its bodies are no JSON. */
export async function registerUserImageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database, now, throttle } = services;
  const decoding = createWorkQueue(decodingLimits);

  // A body is read by its route, once it is known whose it is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  app.get('/users/images', async (request, reply): Promise<UserImageList | undefined> => {
    const { user } = await authenticate(request, services);
    const query = { viewerId: user.id, emails: parse(imageEmailsSchema, request.query) };
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined) {
      const entityTag = tagOf(await listImageHashes(database, query));
      if (isNamedBy(ifNoneMatch, entityTag)) return allowCaching(reply, entityTag).code(304).send();
    }
    const images = await listImages(database, query);
    allowCaching(reply, tagOf(images));
    return images.map(({ email, mime, data }) => ({ email, image: { data: data.toString('base64'), mime } }));
  });

  // Both set the photo, so that a tab that has not heard of the other one's change does not fail.
  app.post('/users/images', (request, reply) => upload(request, reply, 201));
  app.put('/users/images', (request, reply) => upload(request, reply, 200));

  app.delete('/users/images', async (request, reply) => {
    const user = await authenticateOwner(request);
    await deleteImage(database, user.id);
    return reply.code(204).send();
  });

  async function upload(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const user = await authenticateOwner(request);
    if (!isPhotoType(request.headers['content-type'])) throw new ApiError(415, 'image-type-unknown');
    await throttle.count(database, 'photoOfAccount', user.email);
    const content = await readBody(request.raw, photoMaxBytes, () => new ApiError(413, 'image-too-large'));
    const data = await decoding.run(() => toSquarePhoto(content));
    await setImage(database, user.id, { mime: keptMime, data }, now());
    return reply.code(status).send();
  }

  async function authenticateOwner(request: FastifyRequest): Promise<User> {
    const { user } = await authenticate(request, services);
    if (parse(ofEmailSchema, request.query).email !== user.email) throw new ApiError(403, 'image-foreign');
    return user;
  }
}

function isPhotoType(contentType: string | undefined): boolean {
  const [type = ''] = (contentType ?? '').split(';');
  return photoMimes.some((mime) => mime === type.trim().toLowerCase());
}

function tagOf(versions: readonly ImageVersion[]): string {
  return entityTagOf(versions.map(({ email, hash }) => `${email} ${hash}`));
}

/** A browser keeps the answer, and asks each time whether it still holds for who asks. */
function allowCaching(reply: FastifyReply, entityTag: string): FastifyReply {
  const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
  return reply.headers({ 'cache-control': 'private, no-cache', etag: entityTag, vary });
}
