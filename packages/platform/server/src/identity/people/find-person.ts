import { emailSchema, tenantKeySchema } from '@portico/contract';
import { and, eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findNearest } from '../../http/find-nearest';
import { users } from '../account-tables';
import { isManageable } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { isOperator } from '../roles/require-permission';
import { isMemberOf } from './list-people';

/** The parameters of an address of a user, in one tenant or in all. */
export const byPersonSchema = v.object({ tenant: v.optional(tenantKeySchema), email: emailSchema });

/** Reads at most so many e-mails to find the one that a caller meant. */
const mostCandidates = 20_000;

/**
 * Finds a member of a tenant, or any user without one, for a caller who may read them.
 * @throws ApiError 404, which offers the nearest e-mail
 */
export async function findPerson(executor: Executor, tenant: string | undefined, email: string): Promise<User> {
  const isMember = isMemberOf(executor, tenant);
  const [found] = await executor
    .select()
    .from(users)
    .where(and(eq(users.email, email), isMember));
  if (found !== undefined) return found;
  throw new ApiError(404, 'user-unknown', { nearest: await findNearestEmail(executor, email, isMember) });
}

/** Finds the e-mail that a caller most likely meant. */
async function findNearestEmail(executor: Executor, typed: string, isWanted?: SQL): Promise<string | undefined> {
  const others = await executor.select({ email: users.email }).from(users).where(isWanted).limit(mostCandidates);
  return findNearest(
    typed,
    others.map(({ email }) => email),
  );
}

/** @throws ApiError 403 for a user whom only an operator may change */
export async function requireManageable(
  executor: Executor,
  request: FastifyRequest,
  user: User,
  tenant: string | undefined,
): Promise<void> {
  if (isOperator(request) || (await isManageable(executor, user.id, tenant))) return;
  throw new ApiError(403, 'user-of-others');
}
