/** @jest-environment node */
import mqtt, { type MqttClient } from 'mqtt';
import type { DeliveryStatus } from '../delivery/delivery';
import { startTestBroker, type TestBroker } from '../testing/test-broker';
import { RealtimeConnection } from './realtime-connection';

const topic = 'notification-ana@portico.test';
const optionalTopic = 'portico-import-map';

let broker: TestBroker;
let client: MqttClient;
let connection: RealtimeConnection;
let received: string[];
let announcements: number;
let topicRefusals: unknown[];
let statuses: DeliveryStatus[];
let failures: unknown[];
let asked: (string | undefined)[];

beforeEach(async () => {
  broker = await startTestBroker();
  received = [];
  announcements = 0;
  topicRefusals = [];
  statuses = [];
  failures = [];
  asked = [];
});
afterEach(async () => {
  connection.end();
  await broker.close();
});

/** @param passwords of the attempts, in order; the last one is good for all later ones */
function connect(...passwords: (string | Error)[]): void {
  connection = new RealtimeConnection({
    createClient: (options) => {
      client = mqtt.connect(broker.address, options);
      return client;
    },
    topic,
    async credentials(refused) {
      asked.push(refused?.password);
      const password = passwords.length > 1 ? passwords.shift() : passwords[0];
      if (password instanceof Error) throw password;
      return { username: 'ana@portico.test', password: password ?? 'token' };
    },
    optional: {
      topic: optionalTopic,
      onMessage: () => (announcements += 1),
      onRefusal: (error) => topicRefusals.push(error),
    },
    onMessage: (payload) => received.push(Buffer.from(payload).toString()),
    onStatus: (status) => statuses.push(status),
    onFailure: (error) => failures.push(error),
  });
}

const untilLive = () => until(() => expect(statuses.at(-1)).toBe('live'));

/** `waitFor` of Testing Library needs a document. */
async function until(check: () => void): Promise<void> {
  const end = Date.now() + 8_000;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

it('signs in, subscribes to the topic of the user, and hands over what is published there', async () => {
  connect('token');
  await untilLive();
  expect(broker.attempts).toMatchObject([{ username: 'ana@portico.test', password: 'token' }]);
  await broker.publish('notification-bruno@portico.test', 'not hers');
  await broker.publish(topic, 'hers');
  await until(() => expect(received).toEqual(['hers']));
});

it('hears each message once after reconnects, by the same client and no more listeners', async () => {
  connect('token');
  await untilLive();
  const listeners = client.listenerCount('message');
  for (let drops = 1; drops <= 3; drops += 1) {
    broker.drop();
    await until(() => expect(broker.attempts).toHaveLength(drops + 1));
    await untilLive();
  }
  await broker.publish(topic, 'once');
  await broker.publish(topic, 'last');
  await until(() => expect(received).toEqual(['once', 'last']));
  expect(client.listenerCount('message')).toBe(listeners);
  expect(broker.connected).toBe(1);
  expect(statuses).toEqual(['live', 'reconnecting', 'live', 'reconnecting', 'live', 'reconnecting', 'live']);
}, 15_000);

it('asks for new credentials after a refusal, and connects with them', async () => {
  broker.accept({ password: 'fresh' });
  connect('stale', 'fresh');
  await untilLive();
  expect(asked).toEqual([undefined, 'stale']);
  expect(broker.attempts.map(({ password }) => password)).toEqual(['stale', 'fresh']);
  expect(failures).toEqual([]);
});

it('is off after two refusals, and tries again a minute later or more', async () => {
  broker.accept({ password: 'fresh' });
  connect('stale', 'stale too');
  await until(() => expect(broker.attempts).toHaveLength(1));
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await until(() => expect(statuses.at(-1)).toBe('off'));
  const waits = timers.mock.calls.map(([, wait = 0]) => wait);
  timers.mockRestore();
  expect(broker.attempts).toHaveLength(2);
  expect(Math.max(...waits)).toBeGreaterThanOrEqual(60_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(90_000);
  expect(failures).toHaveLength(1);
  // Nor does an awakening hurry it.
  connection.verify();
  expect(asked).toHaveLength(2);
});

it('is off when the topic is refused', async () => {
  broker.accept({ isTopicAllowed: false });
  connect('token');
  await until(() => expect(statuses.at(-1)).toBe('off'));
  expect(failures).toHaveLength(1);
  expect(statuses).not.toContain('live');
});

/** The second subscription is answered after the connection is live. */
async function untilAnnounced(): Promise<void> {
  const before = announcements;
  await until(() => {
    void broker.publish(optionalTopic, '{}');
    expect(announcements).toBeGreaterThan(before);
  });
}

it('hears the optional topic as well, after each reconnect', async () => {
  connect('token');
  await untilLive();
  await untilAnnounced();
  broker.drop();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
  await untilAnnounced();
  expect(received).toEqual([]);
});

it('does without the optional topic where the broker refuses it, and tells it once', async () => {
  broker.accept({ refused: { topic: optionalTopic, by: 'answer' } });
  connect('token');
  await until(() => expect(topicRefusals).toHaveLength(1));
  broker.drop();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
  await broker.publish(topic, 'hers');
  await until(() => expect(received).toEqual(['hers']));
  expect(topicRefusals).toHaveLength(1);
  expect(failures).toEqual([]);
  expect(statuses).toEqual(['live', 'reconnecting', 'live']);
});

it('asks for the optional topic no more where the broker hangs up on it', async () => {
  broker.accept({ refused: { topic: optionalTopic, by: 'disconnection' } });
  connect('token');
  await until(() => expect(broker.attempts).toHaveLength(3));
  await untilLive();
  await broker.publish(topic, 'hers');
  await until(() => expect(received).toEqual(['hers']));
  expect(topicRefusals).toHaveLength(1);
  expect(failures).toEqual([]);
}, 15_000);

it('goes on after credentials could not be had, and tells it once', async () => {
  connect(new Error('offline'), new Error('offline'), 'token');
  await untilLive();
  expect(asked).toHaveLength(3);
  expect(failures).toHaveLength(1);
});

it('notices on an awakening that nobody answers any more, and connects anew', async () => {
  connect('token');
  await untilLive();
  broker.fallSilent();
  connection.verify();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
});

it('ends at once, leaving no connection and no listener', async () => {
  connect('token');
  await untilLive();
  connection.end();
  await until(() => expect(broker.connected).toBe(0));
  expect([client.listenerCount('message'), client.listenerCount('packetreceive')]).toEqual([0, 0]);
  expect(statuses).toEqual(['live']);
});

it('can be ended before it has connected', async () => {
  connect('token');
  connection.end();
  expect(broker.attempts).toEqual([]);
  expect(statuses).toEqual([]);
});

it('has another client id each time', async () => {
  connect('token');
  await untilLive();
  const first = connection;
  connect('token');
  await until(() => expect(broker.connected).toBe(2));
  first.end();
  expect(new Set(broker.attempts.map(({ clientId }) => clientId)).size).toBe(2);
});
