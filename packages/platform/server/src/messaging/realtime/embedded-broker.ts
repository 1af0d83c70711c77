import { emailSchema, getNotificationTopic, importMapTopic } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import { generate } from 'mqtt-packet';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import type { IdentityServices } from '../../identity/identity-services';
import { isExchanged } from '../../identity/sessions/access-token';
import { findLiveSession, listLiveSessionIds } from '../../identity/sessions/session-repository';
import { closeCodes } from './close-codes';
import { type ConnectionLimits, createConnections } from './connections';
import type { Lease } from './lease';
import { type Admission, returnCodes, serveMqtt } from './mqtt-connection';
import { createSessionCheck, type Realtime } from './realtime';
import { createTopicReaders } from './topic-readers';
import type { Traffic } from './traffic';

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
   * Serves a connection until it closes.
   * @param address the network address, which limits anonymous connections
   * @param traffic counts the packets and the topics in them; the broker assigns the user
   */
  handle(webSocket: WebSocket, address: string, traffic: Traffic): void;
  countConnections(): { readonly user: number; readonly anonymous: number };
}

/** @param lease held while this process is the only one of the database with a broker */
export function createEmbeddedBroker(services: BrokerServices, lease?: Lease): EmbeddedBroker {
  const { accessTokens, connectionLimits, database, log, now } = services;
  const connections = createConnections(connectionLimits);
  const readers = createTopicReaders();
  let isClosed = false;

  const refuse = (returnCode: number): Admission => ({ returnCode, topics: [] });
  const accept = (...topics: string[]): Admission => ({ returnCode: returnCodes.accepted, topics });

  function admitAnonymous(webSocket: WebSocket, address: string): Admission {
    // "Not authorized" makes browsers wait a minute before they retry; "unavailable" does not.
    return connections.add(webSocket, { address }) ? accept(importMapTopic) : refuse(returnCodes.notAuthorized);
  }

  async function signIn(webSocket: WebSocket, traffic: Traffic, username: string, token: string): Promise<Admission> {
    const claims = await accessTokens.read(token);
    if (claims === undefined) return refuse(returnCodes.badCredentials);
    if (!traffic.assign(claims.sub)) return refuse(returnCodes.unavailable);
    // Before the session is read, so that its end meanwhile disconnects this client.
    const isAdded = connections.add(webSocket, { userId: claims.sub, sessionId: claims.sid });
    if (!isAdded) return refuse(returnCodes.unavailable);
    if (isExchanged(claims)) return refuse(returnCodes.notAuthorized);
    const live = await findLiveSession(database, claims.sid, now());
    const email = v.safeParse(emailSchema, username);
    const isOwn = live?.user.id === claims.sub && email.success && email.output === live.user.email;
    return isOwn ? accept(getNotificationTopic(live.user.email), importMapTopic) : refuse(returnCodes.badCredentials);
  }

  async function dropEnded(): Promise<void> {
    const connected = connections.sessionIds();
    if (connected.length === 0) return;
    const live = new Set(await listLiveSessionIds(database, connected, now()));
    for (const id of connected) if (!live.has(id)) connections.drop(id);
  }

  const dropping = createSessionCheck(dropEnded, log);

  return {
    handle: (webSocket, address, traffic) => {
      if (isClosed) return webSocket.close(closeCodes.goingAway);
      serveMqtt(webSocket, traffic, readers, async (username, password) => {
        if (username === undefined) return admitAnonymous(webSocket, address);
        return signIn(webSocket, traffic, username, password ?? '').catch((error: unknown) => {
          log.error({ err: error }, 'A realtime connection could not be checked');
          return refuse(returnCodes.unavailable);
        });
      });
    },
    countConnections: connections.count,
    publish: (topic, payload) => {
      const packet = generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });
      readers.send(topic, packet);
    },
    disconnectEndedSessions: dropping.run,
    isReady: async () => !isClosed && (lease?.isHeld() ?? true),
    isConnected: () => !isClosed,
    close: async () => {
      isClosed = true;
      await dropping.close();
      await lease?.release();
    },
  };
}
