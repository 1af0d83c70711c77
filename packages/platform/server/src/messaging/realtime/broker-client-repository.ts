import { eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { sessions, users } from '../../identity/tables';
import { brokerClients } from '../tables';

const batchSize = 100;

/** Records that the session has a client at the broker, or gets one now. */
export async function insertBrokerClient(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor.insert(brokerClients).values({ sessionId, createdAt: now }).onConflictDoNothing();
}

/** Lists clients whose session has ended or was deleted, in batches. */
export async function listEndedBrokerClients(executor: Executor, now: Date): Promise<string[]> {
  const rows = await executor
    .select({ sessionId: brokerClients.sessionId })
    .from(brokerClients)
    .leftJoin(sessions, eq(sessions.id, brokerClients.sessionId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      or(isNull(sessions.id), isNotNull(sessions.endedAt), lte(sessions.expiresAt, now), isNotNull(users.disabledAt)),
    )
    .limit(batchSize);
  return rows.map(({ sessionId }) => sessionId);
}

export async function deleteBrokerClients(executor: Executor, sessionIds: readonly string[]): Promise<void> {
  await executor.delete(brokerClients).where(inArray(brokerClients.sessionId, [...sessionIds]));
}
