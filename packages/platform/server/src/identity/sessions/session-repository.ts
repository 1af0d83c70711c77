import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { parseUserAgent } from '../../http/user-agent';
import { users } from '../account-tables';
import { refreshTokens, sessions } from '../session-tables';
import { lifetimes } from './lifetimes';

export type Session = typeof sessions.$inferSelect;

/** Returns what the API shows of a session. */
export function describeSession({ id, userAgent, ip, createdAt, lastUsedAt }: Session) {
  return {
    id,
    ...parseUserAgent(userAgent),
    ip,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  };
}

/** Returns the ids of the sessions that are live. */
export async function listLiveSessionIds(executor: Executor, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await executor
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...ids]), isLive(now)));
  return rows.map(({ id }) => id);
}

/** Finds a session that has neither ended nor expired, and whose user is not disabled. */
export async function findLiveSession(executor: Executor, id: string, now: Date) {
  const [found] = await executor
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLive(now)));
  return found;
}

/** Finds live sessions by refresh tokens that neither expired nor were stolen. Does not use the tokens up. */
export function findLiveSessionsByRefreshTokens(executor: Executor, hashes: readonly string[], now: Date) {
  const { rotatedAt } = refreshTokens;
  const isNotStolen = or(isNull(rotatedAt), gte(rotatedAt, addMilliseconds(now, -lifetimes.replayTolerance)));
  return executor
    .select({ session: sessions, user: users, refreshToken: refreshTokens })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(refreshTokens.hash, [...hashes]), gt(refreshTokens.expiresAt, now), isNotStolen, isLive(now)));
}

/** The user of sessions, and the tenant in which these are valid; null for all tenants. */
type Owner = Pick<Session, 'tenant' | 'userId'>;

/** Lists the sessions of an owner that can still be refreshed, the most recently used first. */
export function listLiveSessions(executor: Executor, owner: Owner, now: Date): Promise<Session[]> {
  return executor
    .select()
    .from(sessions)
    .where(and(matchesOwner(owner), isRefreshable(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Matches the sessions of an owner. Those of the previous release are valid in each tenant. */
function matchesOwner({ tenant, userId }: Owner): SQL | undefined {
  const isInTenant = tenant === null ? undefined : or(eq(sessions.tenant, tenant), isNull(sessions.tenant));
  return and(eq(sessions.userId, userId), isInTenant);
}

/** Counts the sessions of all users that can still be refreshed. */
export async function countLiveSessions(executor: Executor, now: Date): Promise<number> {
  return executor.$count(sessions, isRefreshable(now));
}

/** Ends a session that is neither ended nor expired, of this owner if given; returns whose it was. */
export async function endSession(executor: Executor, id: string, now: Date, owner?: Owner) {
  const isOwned = owner && matchesOwner(owner);
  const [ended] = await endSessions(executor, now, eq(sessions.id, id), isOwned, gt(sessions.expiresAt, now));
  return ended;
}

/** Ends the sessions of an owner. */
export async function endSessionsOfOwner(executor: Executor, owner: Owner, now: Date) {
  await endSessions(executor, now, eq(sessions.userId, owner.userId), matchesOwner(owner));
}

/** Ends the sessions in a tenant, of one user if given. */
export async function endSessionsInTenant(executor: Executor, tenant: string, now: Date, userId?: string) {
  const isOwned = userId === undefined ? undefined : eq(sessions.userId, userId);
  await endSessions(executor, now, eq(sessions.tenant, tenant), isOwned);
}

/** Ends all sessions of a user, except one. */
export async function endSessionsOfUser(executor: Executor, userId: string, now: Date, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await endSessions(executor, now, eq(sessions.userId, userId), isOther);
}

/** Ends the sessions that meet these conditions and have not ended; returns whose they were. */
export function endSessions(executor: Executor, now: Date, isWanted: SQL, ...conditions: readonly (SQL | undefined)[]) {
  return executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(isWanted, ...conditions, isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId, tenant: sessions.tenant, providerId: sessions.providerId });
}

function isLive(now: Date) {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt));
}

function isRefreshable(now: Date) {
  const idleSince = addMilliseconds(now, -lifetimes.refreshToken);
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, idleSince));
}

/** Matches the sessions that cannot be refreshed: they have ended, or expired. */
export function hasEnded(now: Date): SQL | undefined {
  const idleSince = addMilliseconds(now, -lifetimes.refreshToken);
  return or(isNotNull(sessions.endedAt), lte(sessions.expiresAt, now), lte(sessions.lastUsedAt, idleSince));
}
