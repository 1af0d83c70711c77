import { createHmac } from 'node:crypto';
import { getNotificationTopic, importMapTopic, type RealtimeCredentials } from '@portico/contract';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../../database/database';
import { sessions, users } from '../../identity/identity-tables';
import { brokerClients } from '../messaging-tables';
import type { DynamicSecurity } from './dynamic-security';

const anonymousUsername = 'portico-anonymous';

interface BrokerClientsOptions {
  readonly database: Executor;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly security: DynamicSecurity;
  /** The secret that passwords are derived from, the same in all processes. */
  readonly secret: string;
}

/** The clients of browsers at a broker that the portal administers. */
export type BrokerClients = ReturnType<typeof createBrokerClients>;

export function createBrokerClients({ database, log, now, secret, security }: BrokerClientsOptions) {
  const getUsername = (sessionId: string) => `portico-${sessionId}`;
  // Derived, not stored: a new password for one tab would disconnect the others.
  const derivePassword = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');

  async function remove({ createdAt, sessionId }: BrokerClient): Promise<void> {
    await security.remove(getUsername(sessionId));
    await deleteBrokerClient(database, { createdAt, sessionId });
  }

  return {
    /**
     * Creates the credentials of a session, the same for all of its tabs.
     * @throws Error when the broker does not answer
     */
    createCredentials: async (sessionId: string, email: string): Promise<RealtimeCredentials> => {
      const username = getUsername(sessionId);
      const password = derivePassword(sessionId);
      // First, so that no client at the broker is ever unknown.
      await insertBrokerClient(database, sessionId, now());
      await security.allow(username, password, [getNotificationTopic(email), importMapTopic]);
      // Again, in case the session ended and its client was removed just before it was created: the row has to stay.
      await insertBrokerClient(database, sessionId, now());
      return { username, password };
    },
    /**
     * Creates the credentials of all browsers without a session, which may read only the topic of the import map.
     * @throws Error when the broker does not answer
     */
    anonymousCredentials: async (): Promise<RealtimeCredentials> => {
      const credentials = { username: anonymousUsername, password: derivePassword(anonymousUsername) };
      // Each time, because the broker may be a new one.
      await security.allow(credentials.username, credentials.password, [importMapTopic]);
      return credentials;
    },
    /** Removes the clients of ended sessions, at the broker too. The next call tries failed ones again. */
    removeEnded: async () => {
      const ended = await listEndedBrokerClients(database, now());
      const results = await Promise.allSettled(ended.map(remove));
      const [failed] = results.filter((result) => result.status === 'rejected');
      if (failed) log.warn({ err: failed.reason }, 'Clients of ended sessions could not be removed from the broker');
    },
  };
}

const batchSize = 100;

/** A row, and when it was last written. */
interface BrokerClient {
  readonly sessionId: string;
  readonly createdAt: Date;
}

/** Records that the session has a client at the broker, or gets one now. */
async function insertBrokerClient(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor
    .insert(brokerClients)
    .values({ sessionId, createdAt: now })
    .onConflictDoUpdate({
      target: brokerClients.sessionId,
      set: { createdAt: now },
    });
}

/** Lists clients whose session has ended or was deleted, in batches. */
function listEndedBrokerClients(executor: Executor, now: Date): Promise<BrokerClient[]> {
  return executor
    .select({ sessionId: brokerClients.sessionId, createdAt: brokerClients.createdAt })
    .from(brokerClients)
    .leftJoin(sessions, eq(sessions.id, brokerClients.sessionId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      or(isNull(sessions.id), isNotNull(sessions.endedAt), lte(sessions.expiresAt, now), isNotNull(users.disabledAt)),
    )
    .limit(batchSize);
}

/** Deletes the row of a client that was removed, unless the client was created again meanwhile. */
async function deleteBrokerClient(executor: Executor, { createdAt, sessionId }: BrokerClient): Promise<void> {
  await executor
    .delete(brokerClients)
    .where(and(eq(brokerClients.sessionId, sessionId), eq(brokerClients.createdAt, createdAt)));
}
