import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '@portico/contract/administration';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { parseUserAgent } from '../../http/user-agent';
import { tenantMembers, users } from '../account-tables';
import { findCallTenant } from '../accounts/call-tenant';
import { isManageable, matchesActiveMember } from '../accounts/member-repository';
import { isLinked, isUnchanged, type User } from '../accounts/user-repository';
import { type RecordedRequest, readCallOrigin, recordCall, recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { passkeys } from '../proof-tables';
import { refreshTokens, sessions } from '../session-tables';
import type { AccessTokens } from './access-token';
import type { Sign } from './browser-marks';
import { lifetimes } from './lifetimes';
import { createSecretToken, hashToken } from './secret-tokens';
import { endSession, findLiveSession, type Session } from './session-repository';
import { isSessionOf } from './session-tenant';

type RefreshToken = typeof refreshTokens.$inferSelect;

/** A refresh token in clear text, and when it expires. */
interface NewRefreshToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A live session and its user. */
export interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/** A session and its next refresh token. */
export interface ContinuedSession extends LiveSession {
  readonly refreshToken: NewRefreshToken;
}

/** The session at an OpenID provider that a session of the portal comes from. */
interface ProviderSession {
  readonly providerId: string | null;
  readonly providerSid: string | null;
}

/** A member of a tenant who has just proved who they are. */
export interface ProvedMember {
  readonly user: User;
  readonly tenant: string;
  readonly method: SignInMethod;
  readonly provider?: ProviderSession | undefined;
  readonly passkeyId?: string | undefined;
}

/** Starts a session in a tenant for a member. */
export function startSession(
  database: Executor,
  { method, passkeyId, provider = { providerId: null, providerSid: null }, tenant, user }: ProvedMember,
  request: RecordedRequest,
  now: Date,
): Promise<ContinuedSession> {
  return database.transaction(async (tx) => {
    const [unchanged] = await tx
      .select({ userId: users.id })
      .from(users)
      .innerJoin(tenantMembers, matchesActiveMember({ tenant, userId: user.id }))
      .where(isUnchanged(user))
      .for('share');
    // Another call changed the password, or disabled, suspended or removed the user. It ended sessions: none may start.
    if (unchanged === undefined) throw new ApiError(401, 'wrong-credentials');
    const { ip, userAgent } = readCallOrigin(request);
    const { providerId } = provider;
    // The same holds if the user, or a report, has removed the passkey or unlinked the account at the provider.
    if (passkeyId !== undefined && (await tx.$count(passkeys, eq(passkeys.id, passkeyId))) === 0) {
      throw new ApiError(401, 'wrong-credentials');
    }
    if (providerId !== null && !(await isLinked(tx, providerId, user.id))) throw new ApiError(401, 'wrong-credentials');
    const expiresAt = addMilliseconds(now, lifetimes.session);
    const times = { createdAt: now, lastUsedAt: now, expiresAt, endedAt: null };
    // A user without a password has just proved at the provider who they are. The provider of one tenant proves nothing
    // about an account that others know too.
    const isProved = providerId !== null && user.passwordHash === null && (await isManageable(tx, user.id, tenant));
    const confirmedAt = isProved ? now : null;
    const session = { id: randomUUID(), ...unchanged, ...times, tenant, ...provider, confirmedAt, userAgent, ip };
    await tx.insert(sessions).values(session);
    const details = { method, ...(providerId !== null && { provider: providerId }), ...parseUserAgent(userAgent) };
    await recordOwnAction(tx, now, request, session, 'sign-in', { details });
    return { session, user, refreshToken: await insertRefreshToken(tx, session, now) };
  });
}

/**
 * Refreshes the session of a refresh token. Returns `undefined` without a live session. A replay within 30 s of the
 * first use gets the same next token; a later replay means theft and ends the session.
 * @throws TooManyTriesError, ApiError 401 for a session of another tenant, whose pages keep it
 */
export function refreshSession(
  services: IdentityServices,
  request: FastifyRequest,
  token: string,
): Promise<ContinuedSession | undefined> {
  const { database, now, sign, throttle } = services;
  const time = now();
  return database.transaction(async (tx) => {
    const stored = await findRefreshToken(tx, token);
    if (stored === undefined || stored.expiresAt <= time) return undefined;
    if (stored.rotatedAt !== null && addMilliseconds(stored.rotatedAt, lifetimes.replayTolerance) < time) {
      const ended = await endSession(tx, stored.sessionId, time);
      const about = ended && { tenant: ended.tenant, userId: ended.userId };
      if (about) await recordCall(tx, time, request, { action: 'refresh-token-replayed', ...about });
      return undefined;
    }
    const live = await findLiveSession(tx, stored.sessionId, time);
    if (live === undefined) return undefined;
    if (!(await isSessionOf(tx, live.session, findCallTenant(request, services))))
      throw new ApiError(401, 'no-session');

    await throttle.count(tx, [['refreshOfSession', live.session.id]]);
    const refreshToken = await continueChain(tx, { session: live.session, sign, now: time }, token);
    await tx
      .delete(refreshTokens)
      .where(and(eq(refreshTokens.sessionId, live.session.id), lt(refreshTokens.expiresAt, time)));
    const { ip, userAgent } = readCallOrigin(request);
    await tx.update(sessions).set({ lastUsedAt: time, ip, userAgent }).where(eq(sessions.id, live.session.id));
    return { ...live, refreshToken };
  });
}

/** Issues an access token for all calls. An exchanged token is valid for one app only. */
export function issueSessionToken(accessTokens: AccessTokens, { session, user }: LiveSession): Promise<string> {
  return accessTokens.issue({ sub: user.id, sid: session.id }, user.email);
}

/** Ends a session that its browser leaves, and returns it. Does nothing if the session has already ended. */
export function signOut(database: Executor, request: FastifyRequest, sessionId: string, now: Date) {
  return database.transaction(async (tx) => {
    const ended = await endSession(tx, sessionId, now);
    if (ended === undefined) return undefined;
    await recordOwnAction(tx, now, request, ended, 'sign-out');
    return ended;
  });
}

/**
 * Creates a refresh token, which expires with its session at the latest. Does nothing if another call has just created
 * the same token.
 */
async function insertRefreshToken(
  executor: Executor,
  session: Session,
  now: Date,
  token = createSecretToken(),
): Promise<NewRefreshToken> {
  const idleLimit = addMilliseconds(now, lifetimes.refreshToken);
  const expiresAt = new Date(Math.min(idleLimit.getTime(), session.expiresAt.getTime()));
  await executor
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId: session.id, createdAt: now, expiresAt })
    .onConflictDoNothing();
  return { token, expiresAt };
}

/**
 * Uses a token up and returns the last token of its chain. The server derives each token from the one before, so all
 * users of a token get the same next one: a copied token has no chain of its own.
 */
async function continueChain(
  executor: Executor,
  chain: { readonly session: Session; readonly sign: Sign; readonly now: Date },
  token: string,
): Promise<NewRefreshToken> {
  const { now, session, sign } = chain;
  const next = sign('refresh-token', token);
  const found = await findRefreshToken(executor, next);
  if (found?.rotatedAt) return continueChain(executor, chain, next);
  // Keeps the time of the first use.
  await executor
    .update(refreshTokens)
    .set({ rotatedAt: now })
    .where(and(eq(refreshTokens.hash, hashToken(token)), isNull(refreshTokens.rotatedAt)));
  return found ? { token: next, expiresAt: found.expiresAt } : insertRefreshToken(executor, session, now, next);
}

export async function findRefreshToken(executor: Executor, token: string): Promise<RefreshToken | undefined> {
  const [found] = await executor
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)));
  return found;
}
