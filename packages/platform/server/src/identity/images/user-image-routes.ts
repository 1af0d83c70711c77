import { emailSchema, photoEmailsMax, photoMaxBytes, photoMimes, type userImageListSchema } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { createEntityTag, matchesEntityTag } from '../../http/entity-tag';
import { parse } from '../../http/parse';
import { createQueue } from '../../http/queue';
import { readBody } from '../../http/read-body';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { authenticate, requireRemainingUser } from '../sessions/authenticate';
import { storedMime, toSquarePhoto } from './square-photo';
import { deleteImage, listImageHashes, listImages, setImage } from './user-image-repository';

const ofEmailSchema = v.object({ email: emailSchema });

/** Decoding a photo takes up to 400 MB (measured); a waiting one takes up to `photoMaxBytes`. */
const decodingLimits = { concurrency: 1, maxWaiting: 40 };

type UserImageList = v.InferInput<typeof userImageListSchema>;
type ImageVersion = Awaited<ReturnType<typeof listImageHashes>>[number];

/** The photos of users. In a scope of its own, because its bodies are not JSON. */
export async function registerUserImageRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { database, now, throttle } = services;
  const decoding = createQueue(decodingLimits);

  // The route reads the body after it has checked who sends it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  app.get('/users/images', async (request, reply): Promise<UserImageList | undefined> => {
    const { user } = await authenticate(request, services);
    const query = { viewerId: user.id, emails: parse(imageEmailsSchema, request.query) };
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined) {
      const entityTag = createImageTag(await listImageHashes(database, query));
      if (matchesEntityTag(ifNoneMatch, entityTag)) return allowCaching(reply, entityTag).code(304).send();
    }
    const images = await listImages(database, query);
    allowCaching(reply, createImageTag(images));
    return images.map(({ email, mime, data }) => ({ email, image: { data: data.toString('base64'), mime } }));
  });

  // Both store the photo, so that the call does not fail in a tab that does not know of another tab's change.
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
    await throttle.count(database, [['photoOfAccount', user.email]]);
    const content = await readBody(request.raw, photoMaxBytes, () => new ApiError(413, 'image-too-large'));
    const data = await decoding.run(() => toSquarePhoto(content));
    await requireRemainingUser(setImage(database, user.id, { mime: storedMime, data }, now()));
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

function createImageTag(versions: readonly ImageVersion[]): string {
  return createEntityTag(versions.map(({ email, hash }) => `${email} ${hash}`));
}

/** The browser caches the response and revalidates it each time. */
function allowCaching(reply: FastifyReply, entityTag: string): FastifyReply {
  const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
  return reply.headers({ 'cache-control': 'private, no-cache', etag: entityTag, vary });
}

const listSchema = v.optional(v.union([v.string(), v.array(v.string())]), []);

/** The e-mails of `GET /users/images` as clients write lists: `emails=a&emails=b`, `emails[]=a` or `emails=a,b`. */
const imageEmailsSchema = v.pipe(
  v.object({ emails: listSchema, 'emails[]': listSchema }),
  v.transform((query) => [query.emails, query['emails[]']].flat().flatMap((list) => list.split(','))),
  v.array(emailSchema),
  v.minLength(1),
  v.maxLength(photoEmailsMax),
);
