import { createHmac } from 'node:crypto';
import { getNotificationTopic, importMapTopic, type RealtimeCredentials } from '@portico/contract';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { users } from '../../identity/account-tables';
import { sessions } from '../../identity/session-tables';
import { brokerClients } from '../messaging-tables';
import type { DynamicSecurity } from './dynamic-security';
import type { BrokerServices } from './embedded-broker';

const anonymousUsername = 'portico-anonymous';
const batchSize = 100;

interface BrokerClientsOptions extends Pick<BrokerServices, 'database' | 'log' | 'now'> {
  readonly security: DynamicSecurity;
  /** Secret that all processes derive passwords from. */
  readonly secret: string;
}

/** Manages the clients of browsers at a broker that the portal administers. */
export type BrokerClients = ReturnType<typeof createBrokerClients>;

export function createBrokerClients({ database, log, now, secret, security }: BrokerClientsOptions) {
  const getUsername = (sessionId: string) => `portico-${sessionId}`;
  // Derives passwords, because a new password for one tab would disconnect the others.
  const derivePassword = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');

  /** Records that the session has a client at the broker, or is getting one. */
  async function record(sessionId: string): Promise<void> {
    const createdAt = now();
    await database
      .insert(brokerClients)
      .values({ sessionId, createdAt })
      .onConflictDoUpdate({ target: brokerClients.sessionId, set: { createdAt } });
  }

  async function remove({ createdAt, sessionId }: typeof brokerClients.$inferSelect): Promise<void> {
    await security.remove(getUsername(sessionId));
    // Keeps the row of a client that was created again meanwhile.
    const isUnchanged = and(eq(brokerClients.sessionId, sessionId), eq(brokerClients.createdAt, createdAt));
    await database.delete(brokerClients).where(isUnchanged);
  }

  return {
    /** Creates the credentials that all tabs of a session share; throws if the broker does not answer. */
    createCredentials: async (sessionId: string, email: string): Promise<RealtimeCredentials> => {
      const username = getUsername(sessionId);
      const password = derivePassword(sessionId);
      // Before the client, so that the database always knows every client.
      await record(sessionId);
      await security.allow(username, password, [getNotificationTopic(email), importMapTopic]);
      // Again, because `removeEnded` may have deleted the row before the broker created the client.
      await record(sessionId);
      return { username, password };
    },
    /** Creates the common credentials of browsers without a session; throws if the broker does not answer. */
    anonymousCredentials: async (): Promise<RealtimeCredentials> => {
      const credentials = { username: anonymousUsername, password: derivePassword(anonymousUsername) };
      // Creates the client each time, because the broker may be a new one.
      await security.allow(credentials.username, credentials.password, [importMapTopic]);
      return credentials;
    },
    /** Removes the clients of ended sessions from broker and database. The next call retries failures. */
    removeEnded: async () => {
      const hasEnded = or(
        isNull(sessions.id),
        isNotNull(sessions.endedAt),
        lte(sessions.expiresAt, now()),
        isNotNull(users.disabledAt),
      );
      const ended = await database
        .select({ sessionId: brokerClients.sessionId, createdAt: brokerClients.createdAt })
        .from(brokerClients)
        .leftJoin(sessions, eq(sessions.id, brokerClients.sessionId))
        .leftJoin(users, eq(users.id, sessions.userId))
        .where(hasEnded)
        .limit(batchSize);
      const results = await Promise.allSettled(ended.map(remove));
      const [failed] = results.filter((result) => result.status === 'rejected');
      if (failed) log.warn({ err: failed.reason }, 'Clients of ended sessions could not be removed from the broker');
    },
  };
}
