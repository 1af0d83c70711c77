import { hash } from 'node:crypto';
import { emailSchema, tenantKeySchema } from '@portico/contract';
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findNearest } from '../../http/find-nearest';
import { users } from '../account-tables';
import { isManageable } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
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

/**
 * Requires that a role of this tenant has disabled the user, as the audit log says. Without a record, only an operator may
 * enable them.
 * @throws ApiError 403
 */
export async function requireDisabledHere(tx: Executor, user: User, tenant: string | undefined): Promise<void> {
  if (user.disabledAt === null) return;
  const [last] = await tx
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.userId, user.id), eq(auditRecords.action, 'user-disabled')))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  const isOfTenant = last?.actor === 'user' && last.tenant === tenant && last.details.as !== 'operator';
  if (!isOfTenant) throw new ApiError(403, 'disabled-by-operator');
}

/** Returns the edition of what the console changes of a user. Each change makes another one. */
export function getEdition({ disabledAt, email, name }: User): string {
  return hash('sha256', JSON.stringify([email, name, disabledAt]), 'base64url').slice(0, 16);
}

/** Throws ApiError 409 if the user has changed since the caller read this edition. Checks nothing without an edition. */
export function requireEdition(user: User, edition: string | undefined): void {
  if (edition !== undefined && edition !== getEdition(user)) throw new ApiError(409, 'user-changed');
}
