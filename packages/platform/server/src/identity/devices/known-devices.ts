import { randomUUID } from 'node:crypto';
import type { KnownDevice } from '@portico/contract';
import { and, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { parseUserAgent } from '../../http/user-agent';
import type { User } from '../accounts/user-repository';
import { findSecondFactor, type StoredFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { knownDevices, sessions } from '../session-tables';
import { findKnownBrowser, markKnownBrowser } from '../sessions/browser-marks';
import { lifetimes } from '../sessions/lifetimes';
import { createSecretToken, hashToken } from '../sessions/secret-tokens';
import type { LiveSession } from '../sessions/session';
import { mailNewDevice } from './mail-new-device';

type Device = typeof knownDevices.$inferSelect;

const ofMark = (userId: string, mark: string) => and(eq(knownDevices.userId, userId), eq(knownDevices.mark, mark));

/**
 * Stores that a user has signed in with a browser, and marks it. Mails the user about a new browser, unless it is that of
 * their first sign-in. A browser of the previous release has a mark and no row: it is not new.
 * @param trustedFor the factor that the browser needs no code of for 30 days
 */
export async function recordDevice(
  reply: FastifyReply,
  services: IdentityServices,
  { session, user }: LiveSession,
  trustedFor?: StoredFactor,
): Promise<void> {
  const { background, database, now, sign } = services;
  const { request } = reply;
  const at = now();
  const known = findKnownBrowser(request, sign, user.email);
  const [stored] = known === undefined ? [] : await database.select().from(knownDevices).where(ofMark(user.id, known));
  const isNew = known === undefined || (stored !== undefined && stored.forgottenAt !== null);
  const mark = markKnownBrowser(reply, sign, user.email, isNew);
  const isMailed = isNew && !(await isFirstSignIn(database, session.id, user.id));
  const token = isMailed ? createSecretToken() : undefined;
  const { ip, userAgent } = session;
  const used = { ip, userAgent, lastUsedAt: at };
  const trust = trustedFor && {
    trustedUntil: addMilliseconds(at, lifetimes.trustedDevice),
    trustedFor: describeTrust(user, trustedFor),
  };
  const report = token && { reportHash: hashToken(token), reportUntil: addMilliseconds(at, lifetimes.deviceReport) };
  await database
    .insert(knownDevices)
    .values({ id: randomUUID(), userId: user.id, mark, createdAt: at, ...used, ...trust, ...report })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.mark], set: { ...used, ...trust } });
  if (token !== undefined) background.run(() => mailNewDevice(services, request, user, token));
}

async function isFirstSignIn(executor: Executor, sessionId: string, userId: string): Promise<boolean> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  const devices = await executor.$count(knownDevices, eq(knownDevices.userId, userId));
  return devices === 0 && (await executor.$count(sessions, others)) === 0;
}

/** Whether the browser of a call needs no code of this factor. */
export async function isTrusted(
  request: FastifyRequest,
  { database, now, sign }: IdentityServices,
  user: User,
  factor: StoredFactor,
): Promise<boolean> {
  const mark = findKnownBrowser(request, sign, user.email);
  if (mark === undefined) return false;
  const isInForce = and(
    gt(knownDevices.trustedUntil, now()),
    eq(knownDevices.trustedFor, describeTrust(user, factor)),
    isNull(knownDevices.forgottenAt),
  );
  return (await database.$count(knownDevices, and(ofMark(user.id, mark), isInForce))) > 0;
}

/** Identifies a factor and a password: a browser is no longer trusted when one of them is another. */
function describeTrust({ passwordHash }: User, { id }: StoredFactor): string {
  return hashToken(`${id} ${passwordHash}`);
}

/** Lists the browsers of a user that are known, the last used first. */
export async function listDevices(
  request: FastifyRequest,
  { database, now, sign }: IdentityServices,
  user: User,
): Promise<KnownDevice[]> {
  const own = findKnownBrowser(request, sign, user.email);
  const factor = await findSecondFactor(database, user.id);
  const rows = await database
    .select()
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, user.id), isNull(knownDevices.forgottenAt)))
    .orderBy(desc(knownDevices.lastUsedAt))
    .limit(mostListed);
  const isTrustedNow = ({ trustedFor, trustedUntil }: Device) =>
    factor !== undefined && trustedFor === describeTrust(user, factor) && trustedUntil !== null && trustedUntil > now();
  return rows.map((device) => ({
    id: device.id,
    ...parseUserAgent(device.userAgent),
    ip: device.ip,
    created_at: device.createdAt.toISOString(),
    last_used_at: device.lastUsedAt.toISOString(),
    trusted_until: isTrustedNow(device) ? (device.trustedUntil?.toISOString() ?? null) : null,
    is_current: device.mark === own,
  }));
}

const mostListed = 100;

/** Forgets a browser of a user: it is no longer trusted, and its next sign-in is mailed. Returns false if there is none. */
export async function forgetDevice(tx: Executor, userId: string, id: string, now: Date): Promise<boolean> {
  const forgotten = await tx
    .update(knownDevices)
    .set({ forgottenAt: now, trustedUntil: null, trustedFor: null })
    .where(and(eq(knownDevices.id, id), eq(knownDevices.userId, userId), isNull(knownDevices.forgottenAt)))
    .returning();
  return forgotten.length > 0;
}

/**
 * Deletes the browsers of a user, whose marks are no longer valid after a change of the e-mail. Those that the user may still
 * report stay, without trust: an attacker may have changed the e-mail.
 * @param isReportable whether a report brings the former e-mail back
 */
export async function keepReports(tx: Executor, user: User, now: Date, isReportable: boolean): Promise<void> {
  const { formerEmail, reportUntil, userId } = knownDevices;
  const isOwn = eq(userId, user.id);
  await tx.delete(knownDevices).where(and(isOwn, or(isNull(reportUntil), lte(reportUntil, now))));
  // The first of several changes has the e-mail of the sign-in.
  const kept = isReportable ? sql`coalesce(${formerEmail}, ${user.email})` : null;
  await tx.update(knownDevices).set({ trustedUntil: null, trustedFor: null, formerEmail: kept }).where(isOwn);
}

/**
 * Uses the token of a mail up, and forgets the browser; returns it, or `undefined` for a token that has ended. `keepReports`
 * keeps the row, so that the account still counts as used.
 */
export async function takeReport(tx: Executor, token: string, now: Date): Promise<Device | undefined> {
  const [reported] = await tx
    .update(knownDevices)
    .set({ reportHash: null, forgottenAt: now, trustedUntil: null, trustedFor: null })
    .where(and(eq(knownDevices.reportHash, hashToken(token)), gt(knownDevices.reportUntil, now)))
    .returning();
  return reported;
}
