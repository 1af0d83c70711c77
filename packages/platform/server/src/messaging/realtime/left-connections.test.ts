import { randomUUID } from 'node:crypto';
import { Duplex, PassThrough } from 'node:stream';
import { createApp } from '../../http/create-app';
import { createAccessTokens } from '../../identity/sessions/access-token';
import { loadSigningKey } from '../../identity/sessions/signing-key';
import { readEnvironment } from '../../process/environment';
import { testServer } from '../../testing/start-test-server';
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker';
import { createTrafficLimits } from './traffic';

const server = testServer();
afterEach(() => jest.restoreAllMocks());

/** CONNECT with the token "x" of the user "a". */
const connectWithToken = Buffer.from([
  ...[0x10, 18, 0, 4, ...Buffer.from('MQTT'), 4, 0xc2, 0, 60, 0, 0],
  ...[0, 1, ...Buffer.from('a'), 0, 1, ...Buffer.from('x')],
]);

async function createBroker() {
  const { database, now } = server;
  const { log } = createApp(readEnvironment({ LOG_LEVEL: 'silent' }));
  const accessTokens = createAccessTokens(await loadSigningKey(database), now);
  const broker = await createEmbeddedBroker({ database, now, log, accessTokens });
  return { accessTokens, broker };
}

/** A browser that connects. */
function openStream(broker: EmbeddedBroker, packet: Buffer) {
  const [sent, received] = [new PassThrough(), new PassThrough()];
  const stream = Duplex.from({ readable: sent, writable: received });
  // It ends by an error where the portal ends it.
  stream.on('error', () => {});
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  broker.handle(stream, '10.0.0.1', createTrafficLimits().open());
  sent.write(packet);
  received.resume();
  return { stream, closed };
}

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
