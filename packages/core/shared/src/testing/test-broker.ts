import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { Aedes, type AuthenticateError } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';

/** A broker behind a real websocket, under the test's control. */
export interface TestBroker {
  readonly address: string;
  /** The client id and credentials of each attempt, in order. */
  readonly attempts: readonly { readonly clientId: string; readonly username: string; readonly password: string }[];
  /** The topics that are subscribed to now, sorted. */
  readonly subscriptions: readonly string[];
  /** How many clients are connected now. */
  readonly connected: number;
  /** Sets what it accepts from now on; everything at first. */
  accept(rule: Rule): void;
  publish(topic: string, payload: string): Promise<void>;
  /** Sends bytes over every connection. */
  send(bytes: Uint8Array): void;
  /** Cuts every connection. */
  drop(): void;
  /** Keeps every connection, and reads nothing from it any more. */
  fallSilent(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly password?: string;
  /** A topic that is refused: by an answer, or by the end of the connection. */
  readonly refused?: { readonly topic: string; readonly by: 'answer' | 'disconnection' };
}

const badCredentials = 4;

export async function startTestBroker(): Promise<TestBroker> {
  // The broker shares the globals of the test, which may be those of a browser.
  Object.assign(globalThis, { clearTimeout, setImmediate, setTimeout });
  const attempts: { clientId: string; username: string; password: string }[] = [];
  const subscriptions = new Map<string, Set<string>>();
  const streams = new Set<Duplex>();
  let accepted: Rule = {};

  const broker = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const attempt = { clientId: client.id, username: username ?? '', password: password?.toString() ?? '' };
      attempts.push(attempt);
      if (accepted.password === undefined || accepted.password === attempt.password) return done(null, true);
      const refusal: AuthenticateError = Object.assign(new Error('refused'), { returnCode: badCredentials });
      done(refusal, null);
    },
    authorizeSubscribe(client, subscription, done) {
      const isRefused = accepted.refused?.topic === subscription.topic;
      if (isRefused && accepted.refused?.by === 'disconnection') client.conn.destroy();
      else done(null, isRefused ? null : subscription);
    },
  });
  broker.on('subscribe', (added, client) => {
    const topics = subscriptions.get(client.id) ?? new Set();
    for (const { topic } of added) topics.add(topic);
    subscriptions.set(client.id, topics);
  });
  broker.on('unsubscribe', (removed, client) => {
    for (const topic of removed) subscriptions.get(client.id)?.delete(topic);
  });
  broker.on('clientDisconnect', (client) => subscriptions.delete(client.id));

  const server = createServer();
  const webSockets = new WebSocketServer({ server, handleProtocols: () => 'mqtt' });
  webSockets.on('connection', (webSocket) => {
    const stream = createWebSocketStream(webSocket);
    streams.add(stream);
    stream.on('error', () => undefined).once('close', () => streams.delete(stream));
    broker.handle(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The test broker has no port.');

  const drop = () => {
    for (const webSocket of webSockets.clients) webSocket.terminate();
  };
  return {
    address: `ws://127.0.0.1:${place.port}/realtime`,
    attempts,
    get subscriptions() {
      return [...subscriptions.values()].flatMap((topics) => [...topics]).toSorted();
    },
    get connected() {
      return broker.connectedClients;
    },
    accept: (rule) => {
      accepted = rule;
    },
    publish: (topic, payload) =>
      new Promise((resolve, reject) =>
        broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        ),
      ),
    send(bytes) {
      for (const stream of streams) stream.write(bytes);
    },
    drop,
    fallSilent() {
      for (const stream of streams) stream.removeAllListeners('data').removeAllListeners('readable').pause();
    },
    async close() {
      drop();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
