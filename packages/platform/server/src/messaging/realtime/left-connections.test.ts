import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createApp } from '../../http/create-app';
import { createAccessTokens } from '../../identity/sessions/access-token';
import { loadSigningKey } from '../../identity/sessions/signing-key';
import { readEnvironment } from '../../process/environment';
import { testServer } from '../../testing/start-test-server';
import { startWebSocketServer } from '../../testing/start-web-socket-server';
import { createEmbeddedBroker } from './embedded-broker';
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
  const broker = createEmbeddedBroker({ database, now, log, accessTokens });
  return { accessTokens, broker };
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
  let left: Promise<unknown> = Promise.resolve();
  const { stop, url } = await startWebSocketServer((webSocket) => {
    left = once(webSocket, 'close');
    broker.handle(webSocket, '10.0.0.1', createTrafficLimits().open());
  });
  const browser = new WebSocket(url);
  browser.on('open', () => browser.send(connectWithToken));
  await asked;
  browser.terminate();
  await left;
  release();
  // Lets the broker decide, which needs nothing else.
  await new Promise((resolve) => setImmediate(resolve));
  expect(broker.countConnections()).toEqual({ user: 0, anonymous: 0 });
  await broker.close();
  await stop();
});
