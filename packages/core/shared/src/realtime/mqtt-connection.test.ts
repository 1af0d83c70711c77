/** @jest-environment node */
import { importMapTopic } from '@portico/contract';
import { MqttClient } from 'mqtt';
import { startTestBroker, type TestBroker } from '../testing/test-broker';
import { until } from '../testing/until';
import { MqttConnection } from './mqtt-connection';

const topic = 'notification-ana@portico.test';

let broker: TestBroker;
let connection: MqttConnection;
let received: string[];
let portalMessages: number;
let topicRefusals: unknown[];
let statuses: string[];
let failures: unknown[];
let asked: (string | undefined)[];

beforeEach(async () => {
  broker = await startTestBroker();
  received = [];
  portalMessages = 0;
  topicRefusals = [];
  statuses = [];
  failures = [];
  asked = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  connection.end();
  await broker.close();
});

type ConnectOptions = { readonly userTopic?: string | undefined; readonly isWanted?: boolean };

/** @param passwords of the attempts, in order; the last one is used for all later ones */
function connect(passwords: (string | Error)[] = ['token'], options: ConnectOptions = {}): void {
  connection = new MqttConnection(
    {
      url: broker.address,
      topic: 'userTopic' in options ? options.userTopic : topic,
      async credentials(refused) {
        asked.push(refused?.password);
        const password = passwords.length > 1 ? passwords.shift() : passwords[0];
        if (password instanceof Error) throw password;
        return { username: 'ana@portico.test', password: password ?? 'token' };
      },
      onMessage: (payload) => received.push(payload),
      onPortalMessage: () => (portalMessages += 1),
      onStatus: (status) => statuses.push(status),
      onFailure: (error) => failures.push(error),
      onPortalMessagesRefused: (error) => topicRefusals.push(error),
    },
    options.isWanted ?? true,
  );
}

const untilLive = () => until(() => expect(statuses.at(-1)).toBe('live'));

it('signs in, subscribes to the topic of the user, and receives its messages', async () => {
  connect();
  await untilLive();
  expect(broker.attempts).toMatchObject([{ username: 'ana@portico.test', password: 'token' }]);
  await broker.publish('notification-bruno@portico.test', 'for bruno');
  await broker.publish(topic, 'for ana');
  await until(() => expect(received).toEqual(['for ana']));
});

it('receives each message once after reconnects, by one connection at a time', async () => {
  connect();
  await untilLive();
  for (let drops = 1; drops <= 3; drops += 1) {
    broker.drop();
    await until(() => expect(broker.attempts).toHaveLength(drops + 1));
    await untilLive();
  }
  await broker.publish(topic, 'once');
  await broker.publish(topic, 'last');
  await until(() => expect(received).toEqual(['once', 'last']));
  expect(broker.connected).toBe(1);
  expect(statuses).toEqual(['live', 'reconnecting', 'live', 'reconnecting', 'live', 'reconnecting', 'live']);
}, 15_000);

it('gets new credentials after a refusal, and connects with them', async () => {
  broker.accept({ password: 'fresh' });
  connect(['stale', 'fresh']);
  await untilLive();
  expect(asked).toEqual([undefined, 'stale']);
  expect(broker.attempts.map(({ password }) => password)).toEqual(['stale', 'fresh']);
  expect(failures).toEqual([]);
});

it('is off after two refusals, and tries again after a minute or more', async () => {
  broker.accept({ password: 'fresh' });
  connect(['stale', 'stale too']);
  await until(() => expect(broker.attempts).toHaveLength(1));
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await until(() => expect(statuses.at(-1)).toBe('off'));
  const waits = timers.mock.calls.map(([, wait = 0]) => wait);
  timers.mockRestore();
  expect(broker.attempts).toHaveLength(2);
  expect(Math.max(...waits)).toBeGreaterThanOrEqual(60_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(90_000);
  expect(failures).toHaveLength(1);
  // A wake-up does not hurry it.
  connection.verify();
  expect(asked).toHaveLength(2);
});

it('is off when the topic is refused', async () => {
  broker.accept({ refused: { topic, by: 'answer' } });
  connect();
  await until(() => expect(statuses.at(-1)).toBe('off'));
  expect(failures).toHaveLength(1);
  expect(statuses).not.toContain('live');
});

async function untilMessage(): Promise<void> {
  const before = portalMessages;
  await until(() => {
    void broker.publish(importMapTopic, '{}');
    expect(portalMessages).toBeGreaterThan(before);
  });
}

it('receives messages for every browser, also after each reconnect', async () => {
  connect();
  await untilLive();
  await untilMessage();
  broker.drop();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
  await untilMessage();
  expect(received).toEqual([]);
});

it('works without messages for every browser if the broker refuses them, and reports the refusal once', async () => {
  broker.accept({ refused: { topic: importMapTopic, by: 'answer' } });
  connect();
  await until(() => expect(topicRefusals).toHaveLength(1));
  broker.drop();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
  await broker.publish(topic, 'for ana');
  await until(() => expect(received).toEqual(['for ana']));
  expect(topicRefusals).toHaveLength(1);
  expect(failures).toEqual([]);
  expect(statuses).toEqual(['live', 'reconnecting', 'live']);
});

it('stops asking for them where the broker ends the connection for it', async () => {
  broker.accept({ refused: { topic: importMapTopic, by: 'disconnection' } });
  connect();
  await until(() => expect(broker.attempts).toHaveLength(3));
  await untilLive();
  await broker.publish(topic, 'for ana');
  await until(() => expect(received).toEqual(['for ana']));
  expect(topicRefusals).toHaveLength(1);
  expect(failures).toEqual([]);
}, 15_000);

it('tries again after a failure to get credentials, and reports it once', async () => {
  connect([new Error('offline'), new Error('offline'), 'token']);
  await untilLive();
  expect(asked).toHaveLength(3);
  expect(failures).toHaveLength(1);
});

it('notices on a wake-up that the broker does not answer any more, and reconnects', async () => {
  connect();
  await untilLive();
  broker.fallSilent();
  connection.verify();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
});

it('reconnects after the broker sent an invalid packet', async () => {
  connect();
  await untilLive();
  broker.send(Uint8Array.of(0xff, 0));
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
  expect(failures).toHaveLength(1);
});

it('starts no second attempt on a wake-up', async () => {
  connect();
  const timers = jest.spyOn(globalThis, 'setTimeout');
  connection.verify();
  expect(timers).not.toHaveBeenCalled();
  await untilLive();
});

it('gives the broker longer to answer while nothing has happened, until a wake-up', async () => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'setImmediate'] });
  try {
    connect();
    await untilLive();
    broker.fallSilent();
    jest.advanceTimersByTime(45_000);
    jest.advanceTimersByTime(10_000);
    expect(statuses).toEqual(['live']);
    connection.verify();
    jest.advanceTimersByTime(2_000);
    await until(() => expect(statuses).toEqual(['live', 'reconnecting']));
    await untilLive();
    broker.fallSilent();
    jest.advanceTimersByTime(45_000);
    jest.advanceTimersByTime(20_000);
    await until(() => expect(statuses.at(-1)).toBe('reconnecting'));
    await untilLive();
    broker.fallSilent();
    // To the third ping.
    jest.advanceTimersByTime(15_000);
    // The computer sleeps, and its timers with it.
    jest.setSystemTime(Date.now() + 60_000);
    expect(statuses.at(-1)).toBe('live');
    connection.verify();
    jest.advanceTimersByTime(2_000);
    await until(() => expect(statuses.at(-1)).toBe('reconnecting'));
  } finally {
    jest.useRealTimers();
  }
});

it('reconnects in time after the clock was set back', async () => {
  connect();
  await untilLive();
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  broker.drop();
  await until(() => expect(broker.attempts).toHaveLength(2));
  await untilLive();
});

it('ends immediately and closes the connection', async () => {
  connect();
  await untilLive();
  connection.end();
  await until(() => expect(broker.connected).toBe(0));
  expect(statuses).toEqual(['live']);
});

it('can be ended before it has connected', async () => {
  connect();
  connection.end();
  expect(broker.attempts).toEqual([]);
  expect(statuses).toEqual([]);
});

it('has another client id each time', async () => {
  connect();
  await untilLive();
  const first = connection;
  connect();
  await until(() => expect(broker.connected).toBe(2));
  first.end();
  expect(new Set(broker.attempts.map(({ clientId }) => clientId)).size).toBe(2);
});

it('subscribes to messages for every browser alone until the topic of the user is wanted, and again when it no longer is', async () => {
  connect(['token'], { isWanted: false });
  await until(() => expect(statuses).toEqual(['connected']));
  expect(broker.subscriptions).toEqual([importMapTopic]);
  connection.setWanted(true);
  await untilLive();
  expect(broker.subscriptions).toEqual([topic, importMapTopic]);
  connection.setWanted(false);
  await until(() => expect(statuses).toEqual(['connected', 'live', 'connected']));
  expect(broker.subscriptions).toEqual([importMapTopic]);
  expect(broker.attempts).toHaveLength(1);
});

it('subscribes again only once the broker has ended the subscription before', async () => {
  connect();
  await untilLive();
  const events = jest.spyOn(MqttClient.prototype, 'emit');
  connection.setWanted(false);
  await new Promise((resolve) => setTimeout(resolve));
  connection.setWanted(true);
  connection.setWanted(false);
  connection.setWanted(true);
  await until(() => expect(statuses.join()).toMatch(/^live,connected,live/));
  const packets = events.mock.calls.filter(([event]) => event === 'packetsend' || event === 'packetreceive');
  expect(packets).toMatchObject(
    ['unsubscribe', 'unsuback', 'subscribe', 'suback'].map((cmd) => [expect.any(String), { cmd }]),
  );
  await broker.publish(topic, 'after');
  await until(() => expect(received).toEqual(['after']));
});

it('never subscribes to the topic of a user without a session', async () => {
  connect(['token'], { userTopic: undefined });
  await until(() => expect(statuses).toEqual(['connected']));
  await untilMessage();
  expect(broker.subscriptions).toEqual([importMapTopic]);
});
