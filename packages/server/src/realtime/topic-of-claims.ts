import { emailSchema, notificationTopicOf } from '@portico/contract';
import * as v from 'valibot';
import { type AccessClaims, isExchanged } from '../auth/access-token';
import { findLiveSession } from '../auth/session-repository';
import type { Executor } from '../database/database';

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const refusals = { unavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

/** A connection is refused; the code is the one of CONNACK. */
export class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError';
  constructor(readonly returnCode: (typeof refusals)[keyof typeof refusals]) {
    super('The connection is refused.');
  }
}

/**
 * The topic of the user's own that a browser with these claims may read.
 * @throws ConnectionRefusedError unless the token is the portal's own, its session live and the user name its user's
 */
export async function topicOfClaims(
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
  return notificationTopicOf(live.user.email);
}
