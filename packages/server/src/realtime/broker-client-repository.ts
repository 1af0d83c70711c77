import { eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { brokerClients, sessions, users } from '../database/tables';

const sweptAtOnce = 100;

/** Keeps that the session has, or is about to have, a client at the broker. */
export async function insertBrokerClient(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor.insert(brokerClients).values({ sessionId, createdAt: now }).onConflictDoNothing();
}

/** Those whose session is not live any more, or gone; some at a time. */
export async function listEndedBrokerClients(executor: Executor, now: Date): Promise<string[]> {
  const rows = await executor
    .select({ sessionId: brokerClients.sessionId })
    .from(brokerClients)
    .leftJoin(sessions, eq(sessions.id, brokerClients.sessionId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      or(isNull(sessions.id), isNotNull(sessions.endedAt), lte(sessions.expiresAt, now), isNotNull(users.disabledAt)),
    )
    .limit(sweptAtOnce);
  return rows.map(({ sessionId }) => sessionId);
}

export async function deleteBrokerClients(executor: Executor, sessionIds: readonly string[]): Promise<void> {
  await executor.delete(brokerClients).where(inArray(brokerClients.sessionId, [...sessionIds]));
}
