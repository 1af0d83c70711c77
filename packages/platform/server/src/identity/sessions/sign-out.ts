import type { Executor } from '../../database/database';
import type { CallOrigin } from '../audit/audit-entry';
import { describeOwnAction, recordAudit } from '../audit/record-audit';
import { endSession } from './session-repository';

/** Ends a session because its browser leaves it. Does nothing if it has ended before. */
export async function signOut(database: Executor, sessionId: string, origin: CallOrigin, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const userId = await endSession(tx, sessionId, now);
    if (userId === undefined) return;
    await recordAudit(tx, now, { action: 'sign-out', ...describeOwnAction(userId, origin) });
  });
}
