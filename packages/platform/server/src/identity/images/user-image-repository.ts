import { createHash } from 'node:crypto';
import type { PhotoMime } from '@portico/contract';
import { and, asc, eq, exists, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { appGrants, userImages, users } from '../identity-tables';

/** The users whose photos are requested, and the user who requests them. */
interface ImageQuery {
  readonly viewerId: string;
  readonly emails: readonly string[];
}

/** Lists the photos that the viewer may see: their own and those of users of the same tenants. Sorted by e-mail. */
export function listImages(executor: Executor, query: ImageQuery) {
  const { mime, data, hash } = userImages;
  return executor
    .select({ email: users.email, mime, data, hash })
    .from(userImages)
    .innerJoin(users, eq(users.id, userImages.userId))
    .where(isVisible(executor, query))
    .orderBy(asc(users.email));
}

/** As `listImages`, with hashes instead of contents. */
export function listImageHashes(executor: Executor, query: ImageQuery) {
  return executor
    .select({ email: users.email, hash: userImages.hash })
    .from(userImages)
    .innerJoin(users, eq(users.id, userImages.userId))
    .where(isVisible(executor, query))
    .orderBy(asc(users.email));
}

function isVisible(executor: Executor, { viewerId, emails }: ImageQuery) {
  const theirs = alias(appGrants, 'theirs');
  const commonTenants = executor
    .select({ tenant: appGrants.tenant })
    .from(appGrants)
    .innerJoin(theirs, eq(theirs.tenant, appGrants.tenant))
    .where(and(eq(appGrants.userId, viewerId), eq(theirs.userId, users.id)));
  return and(inArray(users.email, [...emails]), or(eq(users.id, viewerId), exists(commonTenants)));
}

/** Stores or replaces the photo of a user. */
export async function setImage(
  executor: Executor,
  userId: string,
  { mime, data }: { readonly mime: PhotoMime; readonly data: Buffer },
  now: Date,
): Promise<void> {
  const image = { mime, data, hash: createHash('sha256').update(data).digest('base64url'), updatedAt: now };
  await executor
    .insert(userImages)
    .values({ userId, ...image })
    .onConflictDoUpdate({ target: userImages.userId, set: image });
}

export async function deleteImage(executor: Executor, userId: string): Promise<void> {
  await executor.delete(userImages).where(eq(userImages.userId, userId));
}
