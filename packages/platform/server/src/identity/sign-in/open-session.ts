import type { FastifyReply } from 'fastify';
import { recordDevice } from '../devices/known-devices';
import type { StoredFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { addAccountOfNetworks } from '../limits/address-networks';
import { type ContinuedSession, findRefreshToken, type ProvedMember, signOut, startSession } from '../sessions/session';
import { readRefreshToken, setSessionCookies } from '../sessions/session-cookies';

interface SignIn extends ProvedMember {
  /** The second factor that this browser needs no code of for 30 days. */
  readonly trustedFor?: StoredFactor | undefined;
}

/**
 * Starts a session in a tenant for a member, and sets its cookies in the reply. Each method of sign-in ends here. The
 * former session of the browser ends, because its cookie is replaced.
 * @throws ApiError 401 if the user changed meanwhile or is not a member
 */
export async function openSession(
  reply: FastifyReply,
  services: IdentityServices,
  { trustedFor, ...proved }: SignIn,
): Promise<ContinuedSession> {
  const { database, now, realtime } = services;
  const { request } = reply;
  const started = await startSession(database, proved, request, now());
  const replaced = readRefreshToken(request);
  const stored = replaced && (await findRefreshToken(database, replaced));
  if (stored) {
    await signOut(database, request, stored.sessionId, now());
    // A provider leads back by a GET, which disconnects nothing by itself.
    realtime.disconnectEndedSessions();
  }
  await addAccountOfNetworks(database, request.ip, proved.user.email, now());
  setSessionCookies(reply, started, now());
  await recordDevice(reply, services, started, trustedFor);
  return started;
}
