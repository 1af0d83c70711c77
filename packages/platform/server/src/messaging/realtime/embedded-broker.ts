import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { emailSchema, getNotificationTopic, importMapTopic } from '@portico/contract';
import type { Client } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { IdentityServices } from '../../identity/identity-services';
import { isExchanged } from '../../identity/sessions/access-token';
import { findLiveSession, listLiveSessionIds } from '../../identity/sessions/session-repository';
import { type ConnectionLimits, createConnections } from './connections';
import type { Lease } from './lease';
import { createSessionCheck, type Realtime } from './realtime';
import type { Traffic } from './traffic';

/** Maximum keepalive, in seconds. The broker disconnects a client after one and a half times its keepalive. */
const longestKeepalive = { user: 600, anonymous: 300 };
const connectTimeout = 10_000;

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const returnCodes = { accepted: 0, unavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

export interface BrokerServices extends Pick<IdentityServices, 'accessTokens' | 'database' | 'now'> {
  readonly log: FastifyBaseLogger;
  readonly connectionLimits?: Partial<ConnectionLimits> | undefined;
}

/**
 * The broker of a portal of one process. Signed-in users may read their own topic and the topic of the import map,
 * browsers without a session only the latter. Only the portal publishes.
 */
export interface EmbeddedBroker extends Realtime {
  /**
   * Accepts a connection as a stream of MQTT packets.
   * @param address the network address, which limits anonymous connections
   * @param traffic counts the packets; the broker assigns the user, and counts the topics in them
   */
  handle(stream: Duplex, address: string, traffic: Traffic): void;
  countConnections(): { readonly user: number; readonly anonymous: number };
}

/** @param lease held while this process is the only one of the database with a broker */
export async function createEmbeddedBroker(services: BrokerServices, lease?: Lease): Promise<EmbeddedBroker> {
  const { accessTokens, connectionLimits, database, log, now } = services;
  const connections = createConnections(connectionLimits);
  const origins = new WeakMap<object, { readonly address: string; readonly traffic: Traffic }>();
  /** Has no entry until the session is found. */
  const readableTopics = new WeakMap<Client, readonly string[]>();

  function mayRead(client: Client | null, topic: string): boolean {
    return client !== null && readableTopics.get(client)?.includes(topic) === true;
  }

  function connectAnonymously(client: Client): number {
    // "Not authorized" makes browsers wait a minute before they retry; "unavailable" does not.
    const isAdded = connections.add(client, { address: origins.get(client.conn)?.address ?? '' });
    if (!isAdded) return returnCodes.notAuthorized;
    readableTopics.set(client, [importMapTopic]);
    return returnCodes.accepted;
  }

  async function signIn(client: Client, username: string | undefined, token: string): Promise<number> {
    const claims = await accessTokens.read(token);
    if (claims === undefined) return returnCodes.badCredentials;
    if (!origins.get(client.conn)?.traffic.assign(claims.sub)) return returnCodes.unavailable;
    // Before the session is read, so that its end meanwhile disconnects this client.
    if (!connections.add(client, { userId: claims.sub, sessionId: claims.sid })) return returnCodes.unavailable;
    if (isExchanged(claims)) return returnCodes.notAuthorized;
    const live = await findLiveSession(database, claims.sid, now());
    const email = v.safeParse(emailSchema, username);
    const isOwn = live?.user.id === claims.sub && email.success && email.output === live.user.email;
    if (!isOwn) return returnCodes.badCredentials;
    readableTopics.set(client, [getNotificationTopic(live.user.email), importMapTopic]);
    return returnCodes.accepted;
  }

  // Loads the library only if the server is the broker.
  const { Aedes } = await import('aedes');
  const broker = await Aedes.createBroker({
    connectTimeout,
    keepaliveLimit: longestKeepalive.user,
    preConnect: (_client, packet, done) => {
      if (packet.will) return done(new Error('This broker accepts no will.'), false);
      if (packet.username === undefined && (packet.keepalive ?? 0) > longestKeepalive.anonymous) {
        return done(new Error('The keepalive is too long.'), false);
      }
      // The server names the clients, so that no client can replace another one's connection by its name.
      packet.clientId = randomUUID();
      packet.clean = true;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      const isAnonymous = username == null && password == null;
      const answer = (returnCode: number) => {
        if (returnCode === returnCodes.accepted) done(null, true);
        else done(Object.assign(new Error('The connection is refused.'), { returnCode }), false);
      };
      if (isAnonymous) return answer(connectAnonymously(client));
      signIn(client, username ?? undefined, password?.toString() ?? '').then(answer, (error: unknown) => {
        log.error({ err: error }, 'A realtime connection could not be checked');
        answer(returnCodes.unavailable);
      });
    },
    authorizeSubscribe: (client, subscription, done) => {
      const isTooMuch = origins.get(client.conn)?.traffic.take(1, 0) !== true;
      if (isTooMuch) done(new Error('Too many topics.'));
      else done(null, mayRead(client, subscription.topic) ? { ...subscription, qos: 0 } : null);
    },
    authorizePublish: (_client, _packet, done) => done(new Error('Clients may not publish.')),
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

  const dropping = createSessionCheck(dropEnded, log);

  return {
    handle: (stream, address, traffic) => {
      origins.set(stream, { address, traffic });
      if (broker.closed) stream.destroy();
      else broker.handle(stream);
    },
    countConnections: connections.count,
    publish: (topic, payload) => {
      if (!broker.closed)
        broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
    },
    disconnectEndedSessions: dropping.run,
    isReady: async () => !broker.closed && (lease?.isHeld() ?? true),
    close: async () => {
      await new Promise<void>((resolve) => broker.close(resolve));
      await dropping.close();
      await lease?.release();
    },
  };
}
