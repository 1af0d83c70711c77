import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../accounts/user-repository';
import { readCallOrigin } from '../audit/audit-log';
import { recordDevice } from '../devices/known-devices';
import type { StoredFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { addAccountOfNetworks } from '../limits/address-networks';
import {
  type ContinuedSession,
  findRefreshToken,
  type ProviderSession,
  signOut,
  startSession,
} from '../sessions/session';
import { readRefreshToken, setSessionCookies } from '../sessions/session-cookies';

/**
 * Starts a session in a tenant for a member who has proved who they are, by whatever means, and sets its cookies in the
 * reply. The former session of the browser ends, because its cookie is replaced.
 * @param trustedFor the second factor that this browser needs no code of for 30 days
 * @throws ApiError 401 if the user changed meanwhile or is not a member
 */
export async function openSession(
  request: FastifyRequest,
  reply: FastifyReply,
  services: IdentityServices,
  user: User,
  tenant: string,
  provider?: ProviderSession,
  trustedFor?: StoredFactor,
): Promise<ContinuedSession> {
  const { database, now, realtime } = services;
  const origin = readCallOrigin(request);
  const started = await startSession(database, user, tenant, origin, now(), provider);
  const replaced = readRefreshToken(request);
  const stored = replaced && (await findRefreshToken(database, replaced));
  if (stored) {
    await signOut(database, stored.sessionId, origin, now());
    // A provider leads back by a GET, which disconnects nothing by itself.
    realtime.disconnectEndedSessions();
  }
  await addAccountOfNetworks(database, request.ip, user.email, now());
  setSessionCookies(reply, started, now());
  await recordDevice(request, reply, services, started, trustedFor);
  return started;
}
