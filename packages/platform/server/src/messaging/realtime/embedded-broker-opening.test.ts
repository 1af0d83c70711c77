import { randomUUID } from 'node:crypto';
import { Duplex, PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { createApp } from '../../http/create-app';
import { createAccessTokens } from '../../identity/sessions/access-token';
import { loadSigningKey } from '../../identity/sessions/signing-key';
import { readEnvironment } from '../../process/environment';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startTestServer, testServer } from '../../testing/start-test-server';
import { createEmbeddedBroker } from './embedded-broker';
import { createTrafficLimits } from './traffic';

/** CONNECT of MQTT 3.1.1 without a name, with a keepalive of a minute. */
const connect = Buffer.from([0x10, 12, 0, 4, ...Buffer.from('MQTT'), 4, 2, 0, 60, 0, 0]);
const connected = Buffer.from([0x20, 2, 0, 0]);

const server = testServer();
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** CONNECT with the token "x" of the user "a". */
const connectWithToken = Buffer.from([
  ...[0x10, 18, 0, 4, ...Buffer.from('MQTT'), 4, 0xc2, 0, 60, 0, 0],
  ...[0, 1, ...Buffer.from('a'), 0, 1, ...Buffer.from('x')],
]);

async function createBroker() {
  const { database, now } = server;
  const { log } = createApp(readEnvironment({ LOG_LEVEL: 'silent' }));
  const errors = jest.spyOn(log, 'error');
  const accessTokens = createAccessTokens(await loadSigningKey(database), now);
  const broker = createEmbeddedBroker({ database, now, log, accessTokens });
  return { accessTokens, broker, errors };
}

/** A browser that connects. */
function openStream(broker: Awaited<ReturnType<typeof createBroker>>['broker'], packet = connect) {
  const [sent, received] = [new PassThrough(), new PassThrough()];
  const stream = Duplex.from({ readable: sent, writable: received });
  // It ends by an error where the portal ends it.
  stream.on('error', () => {});
  const answer = Buffer.alloc(connected.length);
  let length = 0;
  const answered = new Promise<Buffer>((resolve) => {
    received.on('data', (part: Buffer) => {
      length += part.copy(answer, length);
      if (length === answer.length) resolve(answer);
    });
  });
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  broker.handle(stream, '10.0.0.1', createTrafficLimits().open());
  sent.write(packet);
  return { stream, answered, closed };
}

/** Holds the opening up until `release`. */
function holdOpening() {
  const original = Aedes.createBroker;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const opening = jest.spyOn(Aedes, 'createBroker').mockImplementation(async (options) => {
    await released;
    return original.call(Aedes, options);
  });
  return { opening, release };
}

test('it opens by itself soon after the start', async () => {
  const opened = new Promise<void>((resolve) => {
    const original = Aedes.createBroker;
    jest.spyOn(Aedes, 'createBroker').mockImplementation((options) => {
      resolve();
      return original.call(Aedes, options);
    });
  });
  const other = await startTestServer();
  await opened;
  await other.stop();
});

test('a browser that connects during the opening waits for it, and there is one opening', async () => {
  const { opening, release } = holdOpening();
  const { broker } = await createBroker();
  const [first, second, left] = [openStream(broker), openStream(broker), openStream(broker)];
  left.stream.destroy();
  const ready = broker.isReady();
  release();
  for (const { answered } of [first, second]) expect(await answered).toEqual(connected);
  expect(await ready).toBe(true);
  expect(opening).toHaveBeenCalledTimes(1);
  expect(broker.countConnections()).toEqual({ user: 0, anonymous: 2 });
  await broker.close();
});

test('a failed opening is logged once, ends connections, makes the server not ready, and is tried again', async () => {
  const opening = jest.spyOn(Aedes, 'createBroker').mockRejectedValue(new Error('The broker is broken.'));
  const { broker, errors } = await createBroker();
  await openStream(broker).closed;
  await openStream(broker).closed;
  expect(await broker.isReady()).toBe(false);
  broker.publish('portico-import-map', '{}');
  expect(errors.mock.calls).toEqual([
    [{ err: new Error('The broker is broken.') }, expect.stringContaining('could not be opened')],
  ]);

  const other = await startTestServer();
  const clients = createRealtimeClients(other);
  await expect(clients.connect({})).rejects.toThrow();
  expect((await other.call('GET', '/health/ready')).status).toBe(503);
  expect((await other.call('GET', '/health')).status).toBe(200);
  await clients.closeAll();

  opening.mockRestore();
  expect(await openStream(broker).answered).toEqual(connected);
  expect(await broker.isReady()).toBe(true);
  expect((await other.call('GET', '/health/ready')).status).toBe(200);
  await broker.close();
  await other.stop();
});

test('closed before it opens, it does not open', async () => {
  const { opening } = holdOpening();
  const { broker } = await createBroker();
  jest.useFakeTimers();
  broker.openSoon();
  await broker.close();
  jest.runAllTimers();
  jest.useRealTimers();
  await openStream(broker).closed;
  expect(opening).not.toHaveBeenCalled();
});

test('closed while it opens, it waits for the opening and ends connections', async () => {
  const { opening, release } = holdOpening();
  const { broker } = await createBroker();
  const { closed } = openStream(broker);
  const closing = broker.close();
  release();
  await Promise.all([closing, closed]);
  const opened = await opening.mock.results[0]?.value;
  expect(opened?.closed).toBe(true);
});

test('a browser that leaves while its token is checked is not counted', async () => {
  const { accessTokens, broker } = await createBroker();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(accessTokens, 'read').mockImplementation(async () => {
    isAsked();
    await released;
    return { sub: randomUUID(), sid: randomUUID() };
  });
  const { closed, stream } = openStream(broker, connectWithToken);
  await asked;
  stream.destroy();
  await closed;
  release();
  // The refusal comes later.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(broker.countConnections()).toEqual({ user: 0, anonymous: 0 });
  await broker.close();
});
