import type { Executor } from '../database/database';
import { deleteStalePushTokens } from '../push/push-token-repository';
import { deleteDrainedThrottles } from '../throttling/throttle-repository';
import { deleteExpiredRecoveryCodes } from './recovery-repository';
import { deleteIdleSessions } from './session-repository';

/** Forgets what has run out: sessions, codes, counted tries. Done after writes, so that no process needs a timer. */
export async function sweepAccounts(database: Executor, now: Date): Promise<void> {
  await deleteIdleSessions(database, now);
  await deleteStalePushTokens(database, now);
  await deleteExpiredRecoveryCodes(database, now);
  await deleteDrainedThrottles(database, now);
}
