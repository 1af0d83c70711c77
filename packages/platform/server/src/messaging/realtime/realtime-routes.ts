import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodeUnreserved, type RealtimeCredentials } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { WebSocketServer } from 'ws';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { getAddressGroup, listAddressTries } from '../../identity/limits/address-networks';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import { closeCodes } from './close-codes';
import type { EmbeddedBroker } from './embedded-broker';
import { packetLimit } from './mqtt-connection';
import { createTrafficLimits } from './traffic';

/** Default of `realtime.url` in the page's configuration. */
const realtimePath = '/realtime';
const subprotocol = 'mqtt';

/** Time until a closed websocket is cut off whose browser does not answer, in milliseconds. */
const closeTimeout = 2_000;

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
  // Not a literal in the call, because the types of ws lack `closeTimeout`.
  const options = {
    noServer: true,
    closeTimeout,
    maxPayload: packetLimit,
    perMessageDeflate: false,
    handleProtocols: () => subprotocol,
  };
  const webSockets = new WebSocketServer(options);

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
      broker.handle(webSocket, address, trafficLimits.open());
    });
  });

  app.addHook('preClose', async () => {
    for (const webSocket of webSockets.clients) webSocket.close(closeCodes.goingAway);
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
