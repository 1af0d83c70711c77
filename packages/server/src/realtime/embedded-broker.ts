import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { importMapTopic } from '@portico/contract';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import type { AccessTokens } from '../auth/access-token';
import { listLiveSessionIds } from '../auth/session-repository';
import type { Executor } from '../database/database';
import { createConnections } from './connections';
import type { Realtime } from './realtime';
import { createRepeatable } from './repeatable';
import { ConnectionRefusedError, refusals, topicOfClaims } from './topic-of-claims';

/** Tabs of one user, on all devices. */
const connectionsPerUser = 50;

/** In seconds; a client that is silent for one and a half times what it announced is gone. */
const longestKeepalive = 600;
const connectTimeout = 10_000;

/** Ended sessions are dropped right after the call that ended them; this finds those that no call of ours ended. */
const checkInterval = 30_000;

/** What the broker works with. */
export interface BrokerServices {
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
  readonly log: FastifyBaseLogger;
}

/**
 * The broker of a portal of one process: who is signed in reads the own topic and that of the import map, and nobody
 * publishes but the portal.
 */
export interface EmbeddedBroker extends Realtime {
  /** Takes a connection, as a stream of MQTT packets. */
  readonly handle: Aedes['handle'];
}

export async function createEmbeddedBroker(services: BrokerServices): Promise<EmbeddedBroker> {
  const { accessTokens, database, log, now } = services;
  const connections = createConnections(connectionsPerUser);
  const topics = new WeakMap<Client, string>();

  /** Until the session is found, no topic may be read. */
  function mayRead(client: Client | null, topic: string): boolean {
    const own = client && topics.get(client);
    return typeof own === 'string' && (topic === own || topic === importMapTopic);
  }

  async function signIn(client: Client, username: string | undefined, token: string): Promise<void> {
    const claims = await accessTokens.read(token);
    if (claims === undefined) throw new ConnectionRefusedError(refusals.badCredentials);
    // Before the session is looked up: one that ends in between is dropped like the others.
    const isAdded = connections.add(client, { userId: claims.sub, sessionId: claims.sid });
    if (!isAdded) throw new ConnectionRefusedError(refusals.unavailable);
    client.conn.once('close', () => connections.delete(client));
    topics.set(client, await topicOfClaims(database, claims, username, now()));
  }

  const broker = await Aedes.createBroker({
    connectTimeout,
    keepaliveLimit: longestKeepalive,
    preConnect: (_client, packet, done) => {
      if (packet.will) return done(new Error('No client has a will here.'), false);
      // The server names its clients: nobody takes a connection over by its name, and nothing is kept between two.
      packet.clientId = randomUUID();
      packet.clean = true;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      signIn(client, username, password?.toString() ?? '').then(
        () => done(null, true),
        (error: unknown) => done(refusalOf(error, log), false),
      );
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, mayRead(client, subscription.topic) ? { ...subscription, qos: 0 } : null),
    authorizePublish: (_client, _packet, done) => done(new Error('No client publishes here.')),
    authorizeForward: (client, packet) => (mayRead(client, packet.topic) ? packet : null),
  });
  const events: EventEmitter = broker;
  events.on('error', (error: unknown) => log.error({ err: error }, 'The realtime broker failed'));

  async function dropEnded(): Promise<void> {
    const connected = connections.sessionIds();
    if (connected.length === 0) return;
    const live = new Set(await listLiveSessionIds(database, connected, now()));
    for (const id of connected) if (!live.has(id)) connections.drop(id);
  }

  const dropping = createRepeatable(dropEnded, (error) => log.error({ err: error }, 'Sessions could not be checked'));
  const timer = setInterval(dropping.run, checkInterval).unref();

  return {
    handle: broker.handle,
    publish: (topic, payload) => {
      if (!broker.closed)
        broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
    },
    dropEndedSessions: dropping.run,
    isReady: () => true,
    close: async () => {
      clearInterval(timer);
      await new Promise<void>((resolve) => broker.close(resolve));
      await dropping.settled();
    },
  };
}

function refusalOf(error: unknown, log: FastifyBaseLogger): AuthenticateError {
  if (error instanceof ConnectionRefusedError) return error;
  log.error({ err: error }, 'A realtime connection could not be checked');
  return new ConnectionRefusedError(refusals.unavailable);
}
