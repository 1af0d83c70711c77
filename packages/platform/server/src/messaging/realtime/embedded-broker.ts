import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { emailSchema, getNotificationTopic, importMapTopic } from '@portico/contract';
import type { AuthenticateError, Client } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { type AccessClaims, type AccessTokens, isExchanged } from '../../identity/sessions/access-token';
import { findLiveSession, listLiveSessionIds } from '../../identity/sessions/session-repository';
import { type ConnectionLimits, type ConnectionOwner, createConnections } from './connections';
import { createSessionCheck, type Realtime } from './realtime';
import type { Traffic } from './traffic';

/** Maximum keepalive, in seconds. The broker disconnects a client after one and a half times its keepalive. */
const longestKeepalive = { user: 600, anonymous: 300 };
const connectTimeout = 10_000;

/** Services of the broker. */
export interface BrokerServices {
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
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

export async function createEmbeddedBroker(services: BrokerServices): Promise<EmbeddedBroker> {
  const { accessTokens, connectionLimits, database, log, now } = services;
  const connections = createConnections(connectionLimits);
  const origins = new WeakMap<object, { readonly address: string; readonly traffic: Traffic }>();
  /** Has no entry until the session is found. */
  const readableTopics = new WeakMap<Client, readonly string[]>();

  function mayRead(client: Client | null, topic: string): boolean {
    return client !== null && readableTopics.get(client)?.includes(topic) === true;
  }

  function addConnection(client: Client, owner: ConnectionOwner): boolean {
    // A client that left during authentication would be counted forever: its stream has already closed.
    if (client.conn.destroyed) return false;
    const isAdded = connections.add(client, owner);
    if (isAdded) client.conn.once('close', () => connections.delete(client));
    return isAdded;
  }

  async function connectAnonymously(client: Client): Promise<void> {
    // "Not authorized" makes browsers wait a minute before they retry; "unavailable" does not.
    const isAdded = addConnection(client, { address: origins.get(client.conn)?.address ?? '' });
    if (!isAdded) throw new ConnectionRefusedError(refusals.notAuthorized);
    readableTopics.set(client, [importMapTopic]);
  }

  async function signIn(client: Client, username: string | undefined, token: string): Promise<void> {
    const claims = await accessTokens.read(token);
    if (claims === undefined) throw new ConnectionRefusedError(refusals.badCredentials);
    if (!origins.get(client.conn)?.traffic.assign(claims.sub)) throw new ConnectionRefusedError(refusals.unavailable);
    // Before the session is read, so that its end meanwhile disconnects this client.
    const isAdded = addConnection(client, { userId: claims.sub, sessionId: claims.sid });
    if (!isAdded) throw new ConnectionRefusedError(refusals.unavailable);
    readableTopics.set(client, [await authorizeOwnTopic(database, claims, username, now()), importMapTopic]);
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
      const connecting = isAnonymous
        ? connectAnonymously(client)
        : signIn(client, username ?? undefined, password?.toString() ?? '');
      connecting.then(
        () => done(null, true),
        (error: unknown) => done(readRefusal(error, log), false),
      );
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
    isReady: async () => !broker.closed,
    close: async () => {
      await new Promise<void>((resolve) => broker.close(resolve));
      await dropping.close();
    },
  };
}

function readRefusal(error: unknown, log: FastifyBaseLogger): AuthenticateError {
  if (error instanceof ConnectionRefusedError) return error;
  log.error({ err: error }, 'A realtime connection could not be checked');
  return new ConnectionRefusedError(refusals.unavailable);
}

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const refusals = { unavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

/** Refuses a connection with a return code of CONNACK. */
class ConnectionRefusedError extends Error {
  override readonly name = 'ConnectionRefusedError';
  constructor(readonly returnCode: (typeof refusals)[keyof typeof refusals]) {
    super('The connection is refused.');
  }
}

/**
 * Returns the topic that the user of the claims may read.
 * @throws ConnectionRefusedError for an exchanged token, an ended session, or a user name that is not the user's e-mail
 */
async function authorizeOwnTopic(
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
  return getNotificationTopic(live.user.email);
}
