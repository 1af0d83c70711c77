import { type IncomingMessage, ServerResponse } from 'node:http';
import { Duplex, pipeline, Transform } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodeUnreserved, type RealtimeCredentials } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { getAddressGroup, listAddressTries } from '../../identity/limits/address-networks';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import type { EmbeddedBroker } from './embedded-broker';
import { createPacketGate, createTrafficLimits, type Traffic } from './traffic';

/** Default of `realtime.url` in the page's configuration. */
const realtimePath = '/realtime';
const subprotocol = 'mqtt';

/** Enough for a token and the names of topics, in bytes. */
const packetLimit = 8 * 1024;

/** Close codes of RFC 6455, section 7.4.1. */
const closeCodes = { goingAway: 1001, unsupportedData: 1003, tooMuch: 1008, tooBig: 1009 } as const;

/** Delay before a connection over the limit is closed, in milliseconds. */
const holdTime = 10_000;

/** `Retry-After` of an address that connects too often, in seconds. */
const connectWait = 5;

/** Registers MQTT over WebSockets on the portal's own port. Other requests get 404. */
export function registerRealtimeRoutes(
  app: FastifyInstance,
  services: MessagingServices,
  broker: EmbeddedBroker,
): void {
  const trafficLimits = createTrafficLimits();
  const upgrades = new WeakMap<IncomingMessage, { readonly socket: Duplex; readonly head: Buffer }>();
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
    if (decodeUnreserved(request.url ?? '').split('?', 1)[0] !== realtimePath) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    // Handles one at a time, because a burst of fifty would delay every other call.
    void oneAtATime(async () => {
      await yieldToEventLoop();
      if (socket.destroyed) return;
      upgrades.set(request, { socket, head });
      app.routing(request, createResponse(request, socket));
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

/** Creates the response to an upgrade that is refused. It ends the connection. */
function createResponse(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('finish', () => socket.end());
  return response;
}

/** Sends the close code, and closes without waiting for an answer. */
function cutOff(webSocket: WebSocket, code: number): void {
  webSocket.close(code);
  webSocket.terminate();
}

function connect(webSocket: WebSocket, broker: EmbeddedBroker, address: string, traffic: Traffic): void {
  // Listens before the stream does, so that the stream never gets a text message.
  webSocket.on('message', (_data, isBinary) => {
    if (isBinary) return;
    cutOff(webSocket, closeCodes.unsupportedData);
    stream.destroy();
  });
  const stream = createWebSocketStream(webSocket);
  // Ignores broken connections, which are not errors of the server.
  const ignore = () => {};
  const packets = pipeline(stream, createGate(webSocket, traffic), ignore);
  const connection = Duplex.from({ readable: packets, writable: stream });
  connection.on('error', ignore);
  readAllChunks(connection);
  broker.handle(connection, address, traffic);
}

/** Makes `read()` return everything that arrived. From Node 26 it returns one chunk, and Aedes 1.2 reads only once. */
function readAllChunks(connection: Duplex): void {
  const read: Duplex['read'] = connection.read.bind(connection);
  connection.read = (size) => {
    if (typeof size === 'number') return read(size);
    const chunks: Buffer[] = [];
    for (let chunk = read(); chunk !== null; chunk = read()) chunks.push(chunk);
    return chunks.length === 0 ? null : Buffer.concat(chunks);
  };
}

/** Forwards the packets of a browser until one is too large or they are too many. */
function createGate(webSocket: WebSocket, traffic: Traffic): Transform {
  const countPackets = createPacketGate(packetLimit);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const packets = countPackets(chunk);
      if (packets === undefined) cutOff(webSocket, closeCodes.tooBig);
      else if (traffic.take(packets, chunk.length)) done(null, chunk);
      // Reads no more. A client that is closed immediately reconnects immediately, which costs more than waiting.
      else setTimeout(() => cutOff(webSocket, closeCodes.tooMuch), holdTime).unref();
    },
  });
}

/** With the credentials `dynamic`, `POST /realtime/credentials` returns the session's client, or the anonymous one. */
export function registerCredentialsRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { brokerClients, database, throttle } = services;
  if (brokerClients === undefined) return;

  app.post('/realtime/credentials', async (request): Promise<RealtimeCredentials> => {
    if (request.headers.authorization === undefined) {
      await throttle.count(database, listAddressTries('brokerCredentialsFromAddress', request.ip));
      return brokerClients.anonymousCredentials().catch(throwNotReady);
    }
    const { session, user } = await authenticate(request, services);
    return brokerClients.createCredentials(session.id, user.email).catch(throwNotReady);
  });
}

function throwNotReady(cause: unknown): never {
  throw new ApiError(503, 'not-ready', { cause });
}
