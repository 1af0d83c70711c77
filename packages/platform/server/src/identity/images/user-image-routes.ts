import { emailSchema, type userImageListSchema } from '@portico/contract';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { createEntityTag, matchesEntityTag } from '../../http/prepared-text';
import { effectiveGrants } from '../access-tables';
import { userImages, users } from '../account-tables';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { authenticate, requireRemainingUser } from '../sessions/authenticate';
import type { Session } from '../sessions/session-repository';
import { type Picture, receivePicture, storedMime, toSquarePhoto } from './convert-picture';

const byEmailSchema = v.object({ email: emailSchema });

type UserImageList = v.InferInput<typeof userImageListSchema>;

/** Registers the photos of users. Needs its own scope, because bodies are not JSON. */
export async function registerUserImageRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { database, now, throttle } = services;

  // The route reads the body itself, after authentication.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);

  app.get('/users/images', async (request, reply): Promise<UserImageList | undefined> => {
    const { session } = await authenticate(request, services);
    const emails = parse(imageEmailsSchema, request.query);
    const { data, hash, mime } = userImages;
    const versions = await listImages(database, session, emails, { hash });
    const entityTag = createEntityTag(versions.map(({ email, hash }) => `${email} ${hash}`));
    // The browser caches the response and revalidates it each time.
    const vary = [reply.getHeader('vary'), 'Authorization'].flat().filter(Boolean).join(', ');
    reply.headers({ 'cache-control': 'private, no-cache', etag: entityTag, vary });
    if (matchesEntityTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
    const images = await listImages(database, session, emails, { mime, data });
    return images.map(({ email, mime, data }) => ({ email, image: { data: data.toString('base64'), mime } }));
  });

  // Both store the photo, so that the call succeeds in a tab that missed a change of another tab.
  app.post('/users/images', (request, reply) => upload(request, reply, 201));
  app.put('/users/images', (request, reply) => upload(request, reply, 200));

  app.delete('/users/images', async (request, reply) => {
    const user = await authenticateOwner(request);
    await database.delete(userImages).where(eq(userImages.userId, user.id));
    return reply.code(204).send();
  });

  async function upload(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
    const user = await authenticateOwner(request);
    await throttle.count(database, [['photoOfAccount', user.email]]);
    const picture = await receivePicture(request, user.id, services, toSquarePhoto);
    await requireRemainingUser(storePhoto(database, user.id, picture, now()));
    return reply.code(status).send();
  }

  async function authenticateOwner(request: FastifyRequest): Promise<User> {
    const { user } = await authenticate(request, services);
    if (parse(byEmailSchema, request.query).email !== user.email) throw new ApiError(403, 'image-foreign');
    return user;
  }
}

/** Stores the photo of a user in place of a former one. */
export async function storePhoto(executor: Executor, userId: string, picture: Picture, now: Date): Promise<void> {
  const image = { mime: storedMime, ...picture, updatedAt: now };
  await executor
    .insert(userImages)
    .values({ userId, ...image })
    .onConflictDoUpdate({ target: userImages.userId, set: image });
}

/** Lists, by e-mail, the photos that a session may see: the user's own, and those of users of its tenant. */
async function listImages<Columns extends Partial<typeof userImages._.columns>>(
  executor: Executor,
  viewer: Session,
  emails: readonly string[],
  columns: Columns,
) {
  const found = await executor
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, [...emails]));
  const { tenant, userId } = effectiveGrants;
  const isHere = viewer.tenant === null ? undefined : eq(tenant, viewer.tenant);
  const ofViewer = executor
    .select({ tenant })
    .from(effectiveGrants)
    .where(and(eq(userId, viewer.userId), isHere));
  const ids = found.map(({ id }) => id);
  // Ids, so that the database reads the grants of these users only.
  const colleagues = executor
    .select({ userId })
    .from(effectiveGrants)
    .where(and(inArray(userId, ids), inArray(tenant, ofViewer)));
  return executor
    .select({ email: users.email, ...columns })
    .from(userImages)
    .innerJoin(users, eq(users.id, userImages.userId))
    .where(and(inArray(users.id, ids), or(eq(users.id, viewer.userId), inArray(users.id, colleagues))))
    .orderBy(asc(users.email));
}

/** The largest number of e-mails of one call. */
export const photoEmailsMax = 50;

const listSchema = v.optional(v.union([v.string(), v.array(v.string())]), []);

/** Accepts lists of e-mails as clients write them: `emails=a&emails=b`, `emails[]=a` or `emails=a,b`. */
const imageEmailsSchema = v.pipe(
  v.object({ emails: listSchema, 'emails[]': listSchema }),
  v.transform((query) => [query.emails, query['emails[]']].flat().flatMap((list) => list.split(','))),
  v.array(emailSchema),
  v.minLength(1),
  v.maxLength(photoEmailsMax),
);
