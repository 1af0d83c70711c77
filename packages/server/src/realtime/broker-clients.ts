import { createHmac } from 'node:crypto';
import { importMapTopic, notificationTopicOf, type RealtimeCredentials } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../database/database';
import { deleteBrokerClients, insertBrokerClient, listEndedBrokerClients } from './broker-client-repository';
import type { DynamicSecurity } from './dynamic-security';

export interface BrokerClientsOptions {
  readonly database: Executor;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly security: DynamicSecurity;
  /** What passwords are derived from, the same in all processes. */
  readonly secret: string;
}

/** The clients that sessions have at a broker which the portal administers. */
export interface BrokerClients {
  /** What the session signs in to the broker with, the same in all of its tabs. @throws when the broker is away */
  credentialsOf(sessionId: string, email: string): Promise<RealtimeCredentials>;
  /** Removes the clients of sessions that have ended, at the broker too; what fails is tried again by the next call. */
  removeEnded(): Promise<void>;
}

export function createBrokerClients({ database, log, now, secret, security }: BrokerClientsOptions): BrokerClients {
  const usernameOf = (sessionId: string) => `portico-${sessionId}`;

  async function remove(sessionId: string): Promise<void> {
    await security.remove(usernameOf(sessionId));
    await deleteBrokerClients(database, [sessionId]);
  }

  return {
    credentialsOf: async (sessionId, email) => {
      const username = usernameOf(sessionId);
      // Derived, not kept: tabs ask one after another, and one that got another password would lock the first one out.
      const password = createHmac('sha256', secret).update(sessionId).digest('base64url');
      // First, so that a client that was made is never forgotten.
      await insertBrokerClient(database, sessionId, now());
      await security.allow(username, password, [notificationTopicOf(email), importMapTopic]);
      // Again, for the case that the session ended, and its client was removed, just before it was made.
      await insertBrokerClient(database, sessionId, now());
      return { username, password };
    },
    removeEnded: async () => {
      const ended = await listEndedBrokerClients(database, now());
      const results = await Promise.allSettled(ended.map(remove));
      const [failed] = results.filter((result) => result.status === 'rejected');
      if (failed) log.warn({ err: failed.reason }, 'Clients of sessions that have ended are still at the broker');
    },
  };
}
