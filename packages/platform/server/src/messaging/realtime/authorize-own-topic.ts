import { emailSchema, getNotificationTopic } from '@portico/contract';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { type AccessClaims, isExchanged } from '../../identity/sessions/access-token';
import { findLiveSession } from '../../identity/sessions/session-repository';

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const refusals = { unavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

/** A connection is refused with this return code of CONNACK. */
export class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError';
  constructor(readonly returnCode: (typeof refusals)[keyof typeof refusals]) {
    super('The connection is refused.');
  }
}

/**
 * Returns the user's own topic, which a browser with these claims may read.
 * @throws ConnectionRefusedError unless the token is not exchanged, its session is live, and the user name is its
 * user's e-mail
 */
export async function authorizeOwnTopic(
  database: Executor,
  claims: AccessClaims,
  username: string | undefined,
  now: Date,
): Promise<string> {
  if (isExchanged(claims)) throw new ConnectionRefusedError(refusals.notAuthorized);
  const live = await findLiveSession(database, claims.sid, now);
  const email = v.safeParse(emailSchema, username);
  if (live === undefined || live.user.id !== claims.sub || !email.success || email.output !== live.user.email) {
    throw new ConnectionRefusedError(refusals.badCredentials);
  }
  return getNotificationTopic(live.user.email);
}
