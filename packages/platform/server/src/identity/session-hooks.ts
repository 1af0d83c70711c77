import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Executor } from '../database/database';
import type { IdentityServices } from './identity-services';
import { deleteOldAddressAccounts } from './limits/address-networks';
import { deleteDrainedThrottles } from './limits/throttle';
import { deleteExpiredRecoveryCodes } from './passwords/recovery';
import { deleteIdleSessions } from './sessions/session-repository';

/** In milliseconds. Otherwise a burst of sign-ins would be one of deletions. */
const deletionInterval = 60_000;

/** Does what follows a call that starts or ends sessions, after its response. */
export function addSessionHooks(
  app: FastifyInstance,
  {
    background,
    database,
    now,
    realtime,
  }: IdentityServices & { readonly realtime: { disconnectEndedSessions(): void } },
): void {
  let nextDeletion = 0;
  app.addHook('onResponse', async (request, reply) => {
    if (request.method === 'GET') return;
    if (mayEndSessions(request)) realtime.disconnectEndedSessions();
    const time = now();
    if (time.getTime() < nextDeletion || !deletesExpired(request, reply)) return;
    nextDeletion = time.getTime() + deletionInterval;
    background.run(() => deleteExpired(database, time));
  });
}

/** Whether the call may have ended sessions, whose realtime connections then have to close at once. */
function mayEndSessions({ routeOptions }: FastifyRequest): boolean {
  return /^\/(?:api\/(?:auth|operator\/users)\b|(?:signin|recover)$)/.test(routeOptions.url ?? '');
}

/** Signing in and asking for a recovery code also delete expired rows, so that no process needs a timer. */
function deletesExpired({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (
    method === 'POST' &&
    /^\/(?:api\/auth(?:\/recover)?|signin|recover)$/.test(routeOptions.url ?? '') &&
    statusCode < 400
  );
}

/** Deletes what has expired: sessions, recovery codes and counted tries. */
async function deleteExpired(database: Executor, now: Date): Promise<void> {
  await deleteIdleSessions(database, now);
  await deleteExpiredRecoveryCodes(database, now);
  await deleteDrainedThrottles(database, now);
  await deleteOldAddressAccounts(database, now);
}
