import { pushRegistrationSchema } from '@portico/contract';
import { and, desc, eq, gt, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { parse } from '../../http/parse';
import { users } from '../../identity/account-tables';
import type { IdentityServices } from '../../identity/identity-services';
import { sessions } from '../../identity/session-tables';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import { hashToken } from '../../identity/sessions/secret-tokens';

import { pushTokens } from '../messaging-tables';

/** Maximum number of browsers of a user that get pushes. The last registered ones stay. */
export const pushTokensPerUser = 20;

/** The push token of a browser, and its user. */
export interface PushAddress {
  readonly token: string;
  readonly email: string;
}

/** Registers browsers for pushes. A token ends with its session, so the next user of a browser gets no pushes of it. */
export function registerPushTokenRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;

  app.post('/notifications/register', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { token } = parse(pushRegistrationSchema, request.body);
    const registration = { token, userId: user.id, sessionId: session.id };
    await requireRemainingUser(database.transaction((tx) => registerPushToken(tx, registration, now())));
    return reply.code(204).send();
  });

  app.delete('/notifications/register', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const { token } = parse(pushRegistrationSchema, request.body);
    // Deletes no token of another user.
    const isOwn = and(eq(pushTokens.hash, hashToken(token)), eq(pushTokens.userId, user.id));
    await database.delete(pushTokens).where(isOwn);
    return reply.code(204).send();
  });
}

/** Binds the token to this user and session, and to no other: a browser has one user at a time. */
async function registerPushToken(
  executor: Executor,
  { token, ...owner }: Omit<typeof pushTokens.$inferInsert, 'hash' | 'registeredAt'>,
  now: Date,
): Promise<void> {
  const binding = { ...owner, registeredAt: now };
  await executor
    .insert(pushTokens)
    .values({ hash: hashToken(token), token, ...binding })
    .onConflictDoUpdate({ target: pushTokens.hash, set: binding });
  const kept = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .where(eq(pushTokens.userId, owner.userId))
    .orderBy(desc(pushTokens.registeredAt))
    .limit(pushTokensPerUser);
  await executor.delete(pushTokens).where(and(eq(pushTokens.userId, owner.userId), notInArray(pushTokens.hash, kept)));
}

/** Deletes a token that the push service no longer knows. */
export async function deletePushToken(executor: Executor, token: string): Promise<void> {
  await executor.delete(pushTokens).where(eq(pushTokens.hash, hashToken(token)));
}

/** Lists the browsers of these users that registered since a time, and that are still signed in. */
export async function listPushAddresses(
  executor: Executor,
  userIds: readonly string[],
  since: Date,
  now: Date,
): Promise<PushAddress[]> {
  return executor
    .select({ token: pushTokens.token, email: users.email })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .innerJoin(users, eq(users.id, pushTokens.userId))
    .where(
      and(
        inArray(pushTokens.userId, [...userIds]),
        gt(pushTokens.registeredAt, since),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        isNull(users.disabledAt),
      ),
    );
}

/** Deletes a batch of tokens registered before a time. A trigger deletes the tokens of ended sessions. */
export function deleteStalePushTokens(executor: Executor, before: Date): Promise<boolean> {
  return deleteBatch(executor, pushTokens, [pushTokens.hash], lt(pushTokens.registeredAt, before));
}
