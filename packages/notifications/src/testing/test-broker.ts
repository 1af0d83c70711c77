import { createServer, type Socket } from 'node:net';
import { Aedes, type AuthenticateError } from 'aedes';

/** A broker on a real socket, under the test's control. */
export interface TestBroker {
  readonly address: string;
  /** The client id and credentials of each attempt, in order. */
  readonly attempts: readonly { readonly clientId: string; readonly username: string; readonly password: string }[];
  /** Clients that are connected now. */
  readonly connected: number;
  /** What it accepts from now on; all of it unless told otherwise. */
  accept(rule: Rule): void;
  publish(topic: string, payload: string): Promise<void>;
  /** Cuts every connection. */
  drop(): void;
  /** Keeps every connection, and reads nothing from it any more. */
  fallSilent(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly password?: string;
  readonly isTopicAllowed?: boolean;
  /** Refused whatever else is allowed: by an answer, or by the end of the connection. */
  readonly refused?: { readonly topic: string; readonly by: 'answer' | 'disconnection' };
}

const badCredentials = 4;

export async function startTestBroker(): Promise<TestBroker> {
  const attempts: { clientId: string; username: string; password: string }[] = [];
  const sockets = new Set<Socket>();
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
      const { isTopicAllowed = true, refused } = accepted;
      const isRefused = refused?.topic === subscription.topic;
      if (isRefused && refused.by === 'disconnection') client.conn.destroy();
      else done(null, isTopicAllowed && !isRefused ? subscription : null);
    },
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The test broker has no port.');

  return {
    address: `mqtt://127.0.0.1:${place.port}`,
    attempts,
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
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    fallSilent() {
      for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('readable').pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
