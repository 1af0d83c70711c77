import { type IncomingMessage, ServerResponse } from 'node:http';
import { Duplex, pipeline, Transform } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { RealtimeCredentials } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { getAddressGroup, listAddressTries } from '../../identity/limits/address-networks';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import type { BrokerClients } from './broker-clients';
import type { EmbeddedBroker } from './embedded-broker';
import { createPacketGate, createTrafficLimits, type Traffic } from './traffic';

/** The default of `realtime.url` in the page's configuration. */
const realtimePath = '/realtime';
const subprotocol = 'mqtt';

/** A browser sends its token, the names of its topics and pings. */
const packetLimit = 8 * 1024;

/** Close codes of RFC 6455, section 7.4.1. */
const closeCodes = { goingAway: 1001, unsupportedData: 1003, tooMuch: 1008, tooBig: 1009 } as const;

/** How long a connection is kept that sent too much, in milliseconds. */
const holdTime = 10_000;

/** How long a browser waits that connects too often, in seconds. */
const connectWait = 5;

interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** MQTT over websockets on the portal's own port. Other requests get 404. */
export function registerRealtimeRoutes(
  app: FastifyInstance,
  services: MessagingServices,
  broker: EmbeddedBroker,
): void {
  const trafficLimits = createTrafficLimits();
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const oneAtATime = pLimit(1);
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: packetLimit,
    perMessageDeflate: false,
    handleProtocols: () => subprotocol,
  });

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener, a broken socket would crash the process.
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?', 1)[0] !== realtimePath) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    // Fifty that come at once would hold up every other call.
    void oneAtATime(async () => {
      await yieldToEventLoop();
      if (socket.destroyed) return;
      upgrades.set(request, { socket, head });
      app.routing(request, responseOn(request, socket));
    });
  });

  app.get(realtimePath, (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) throw new ApiError(404, 'not-found');
    requireOwnOrigin(request, services.allowedOrigins);
    const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
    if (!offered?.includes(subprotocol)) throw new ApiError(400, 'invalid-request');
    const address = getAddressGroup(request.ip);
    if (!trafficLimits.mayConnect(address)) throw new TooManyTriesError(connectWait);
    reply.hijack();
    reply.raw.detachSocket(request.raw.socket);
    webSockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (webSocket) => {
      connect(webSocket, broker, address, trafficLimits.open());
    });
  });

  app.addHook('preClose', async () => {
    for (const webSocket of webSockets.clients) cutOff(webSocket, closeCodes.goingAway);
    await broker.close();
  });
}

/** The response to an upgrade that is refused; it ends the connection. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('finish', () => socket.end());
  return response;
}

/** Sends the reason and does not wait for an answer. */
function cutOff(webSocket: WebSocket, code: number): void {
  webSocket.close(code);
  webSocket.terminate();
}

function connect(webSocket: WebSocket, broker: EmbeddedBroker, address: string, traffic: Traffic): void {
  // Before the stream listens, so that it never sees a text.
  webSocket.on('message', (_data, isBinary) => {
    if (isBinary) return;
    cutOff(webSocket, closeCodes.unsupportedData);
    stream.destroy();
  });
  const stream = createWebSocketStream(webSocket);
  // A broken connection is not an error of the server.
  const ignore = () => {};
  const packets = pipeline(stream, createGate(webSocket, traffic), ignore);
  const connection = Duplex.from({ readable: packets, writable: stream });
  connection.on('error', ignore);
  broker.handle(connection, address, traffic);
}

/** Passes on the packets of a browser while they are not too large and not too many. */
function createGate(webSocket: WebSocket, traffic: Traffic): Transform {
  const countPackets = createPacketGate(packetLimit);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const packets = countPackets(chunk);
      if (packets === undefined) cutOff(webSocket, closeCodes.tooBig);
      else if (traffic.take(packets, chunk.length)) done(null, chunk);
      // Nothing more is read. A client that is closed at once comes back at once, which costs more than one that waits.
      else setTimeout(() => cutOff(webSocket, closeCodes.tooMuch), holdTime).unref();
    },
  });
}

/**
 * `POST /realtime/credentials`, where the configuration says `dynamic`: a client of the broker for the session, or the
 * anonymous one.
 */
export function registerCredentialsRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { brokerClients, database, throttle } = services;
  if (brokerClients === undefined) return;

  async function issueCredentials(request: FastifyRequest, clients: BrokerClients): Promise<RealtimeCredentials> {
    if (request.headers.authorization === undefined) {
      await throttle.count(database, listAddressTries('brokerCredentialsFromAddress', request.ip));
      return clients.anonymousCredentials().catch(throwNotReady);
    }
    const { session, user } = await authenticate(request, services);
    return clients.createCredentials(session.id, user.email).catch(throwNotReady);
  }

  app.post('/realtime/credentials', (request) => issueCredentials(request, brokerClients));
}

function throwNotReady(cause: unknown): never {
  throw new ApiError(503, 'not-ready', { cause });
}
