import { once } from 'node:events';
import { accessTokenResponseSchema, getNotificationTopic } from '@portico/contract';
import type { IClientOptions } from 'mqtt';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { waitFor } from '../../testing/wait-for';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

const server = testServer();
const calls = notificationCalls(server);
const clients = createRealtimeClients(server);
let key: string;
let url: string;
beforeAll(async () => {
  url = `${server.url.replace('http', 'ws')}/realtime`;
  ({ key } = await calls.createKey('hrstudium'));
});
afterEach(() => clients.closeAll());

const getToken = async (email: string) => (await server.signIn(email)).token;
const listen = async (email: string, options: IClientOptions = {}) =>
  clients.listen(email, await getToken(email), options);

test.each([
  getNotificationTopic(ana),
  '#',
  '+',
  'notification-+',
  'notification-#',
  '$SYS/#',
  '$SYS/+/new/clients',
  '/#',
  `$share/group/${getNotificationTopic(ana)}`,
  `$share/group/${getNotificationTopic(bruno)}`,
  getNotificationTopic(bruno).toUpperCase(),
  `${getNotificationTopic(bruno)}/#`,
  `${getNotificationTopic(bruno)}/`,
])('a subscription to %s is refused, and no message arrives', async (topic) => {
  const victim = await listen(ana);
  const attacker = await listen(bruno);
  expect(await attacker.subscribe(topic)).toBe(128);
  await calls.notify(key, [ana], 'Secret');
  await victim.message('Secret');
  // Some of these close the connection.
  if (attacker.client.connected) {
    await calls.notify(key, [bruno], 'Own');
    await attacker.message('Own');
  }
  expect(attacker.messages.filter(({ title }) => title !== 'Own')).toEqual([]);
});

test("a subscribe packet with the user's topic and another one grants only the user's", async () => {
  const attacker = await clients.connect({ username: bruno, password: await getToken(bruno) });
  await new Promise((resolve) =>
    attacker.client.subscribe([getNotificationTopic(bruno), getNotificationTopic(ana)], { qos: 1 }, resolve),
  );
  await calls.notify(key, [ana], 'Secret');
  await calls.notify(key, [bruno], 'Own');
  await attacker.message('Own');
  expect(attacker.messages).toHaveLength(1);
});

test.each([
  ['of another user', getNotificationTopic(ana), false],
  ['of another user, retained', getNotificationTopic(ana), true],
  ['of their own', getNotificationTopic(bruno), false],
  ['of the broker', '$SYS/broker/new/clients', false],
])('publishing to a topic %s is refused', async (_whose, topic, retain) => {
  const victim = await listen(ana);
  const attacker = await listen(bruno);
  const forged = { id: 1, title: 'Forged', created_at: new Date().toISOString() };
  attacker.client.publish(topic, JSON.stringify(forged), { qos: 0, retain });
  await attacker.closed();
  const later = await listen(ana);
  await calls.notify(key, [ana, bruno], 'True');
  await Promise.all([victim.message('True'), later.message('True')]);
  for (const { messages } of [victim, later, attacker]) {
    expect(messages.map(({ title }) => title).filter((title) => title !== 'True')).toEqual([]);
  }
});

test('a will is refused', async () => {
  const will = { topic: getNotificationTopic(ana), payload: Buffer.from('{}'), qos: 0 as const, retain: true };
  await expect(listen(bruno, { will })).rejects.toMatchObject({ code: 5 });
});

test('a client with the id of another tab or user does not replace its connection', async () => {
  const victim = await listen(ana, { clientId: 'tab' });
  const sameUser = await listen(ana, { clientId: 'tab' });
  const attacker = await listen(bruno, { clientId: 'tab' });
  const persistent = await listen(bruno, { clientId: 'tab', clean: false });
  await calls.notify(key, [ana, bruno], 'All');
  for (const { client, message } of [victim, sameUser, attacker, persistent]) {
    await message('All');
    expect(client.connected).toBe(true);
  }
});

test('a message to a disconnected client is in the list but not sent later', async () => {
  const first = await listen(bruno, { clientId: 'away', clean: false });
  await first.client.endAsync(true);
  await calls.notify(key, [bruno], 'Missed');
  const second = await listen(bruno, { clientId: 'away', clean: false });
  await calls.notify(key, [bruno], 'Back');
  await second.message('Back');
  expect(second.messages.map(({ title }) => title)).toEqual(['Back']);
});

test.each<[string, () => Promise<IClientOptions>, number]>([
  ['an empty user name', async () => ({ username: '' }), 4],
  ['no password', async () => ({ username: ana }), 4],
  ['a password', async () => ({ username: ana, password: 'portico-demo' }), 4],
  ['the token of another', async () => ({ username: ana, password: await getToken(bruno) }), 4],
  ['the operator’s key', async () => ({ username: ana, password: server.operatorKey }), 4],
  ['a service key', async () => ({ username: ana, password: key }), 4],
  [
    'an exchanged token',
    async () => {
      const { refreshToken } = await server.signIn(ana);
      const body = { app: 'smsa', domain: 'smsa' };
      const response = await server.call('POST', '/api/auth/exchange', { refreshToken, body });
      const { access_token: password } = v.parse(accessTokenResponseSchema, await response.json());
      return { username: ana, password };
    },
    5,
  ],
  [
    'the token of a session that has ended',
    async () => {
      const { token } = await server.signIn(ana);
      await server.call('DELETE', '/api/auth/invalidate', { token });
      return { username: ana, password: token };
    },
    4,
  ],
])('a connection with %s is refused', async (_what, options, code) => {
  await expect(clients.connect(await options())).rejects.toMatchObject({ code });
});

test('a connection as another version of MQTT is refused', async () => {
  await expect(listen(ana, { protocolVersion: 5 })).rejects.toMatchObject({ code: 1 });
});

test.each([0, 3_600])('a keepalive of %d s is accepted', async (keepalive) => {
  expect((await listen(ana, { keepalive })).client.connected).toBe(true);
});

test('the connections of a user are limited, without affecting others', async () => {
  const token = await getToken(bruno);
  const tabs = [];
  for (let count = 0; count < 50; count++) tabs.push(await clients.listen(bruno, token));
  await expect(clients.listen(bruno, token)).rejects.toMatchObject({ code: 3 });
  expect((await listen(ana)).client.connected).toBe(true);
  await tabs[0]?.client.endAsync(true);
  expect((await clients.listen(bruno, token)).client.connected).toBe(true);
});

test('a user who connects again and again is refused, without affecting others', async () => {
  const token = await getToken('dora@portico.test');
  const reconnect = async () => {
    for (let time = 0; time < 300; time++) {
      const { client } = await clients.connect({ username: 'dora@portico.test', password: token });
      await client.endAsync(true);
    }
  };
  await expect(reconnect()).rejects.toMatchObject({ code: 3 });
  expect((await listen(ana)).client.connected).toBe(true);
});

/** The close code of a websocket that sends these frames, or the status of its refusal. */
function outcome(
  address: string,
  {
    frames = [],
    protocols = 'mqtt',
    headers = {},
  }: { frames?: (string | Buffer)[]; protocols?: string; headers?: object },
): Promise<string> {
  return new Promise((resolve) => {
    const webSocket = new WebSocket(address, protocols === '' ? [] : protocols, { headers: { ...headers } });
    webSocket.on('open', () => {
      for (const frame of frames) webSocket.send(frame);
      if (frames.length === 0) webSocket.close();
    });
    webSocket.on('unexpected-response', (_request, response) => {
      resolve(`refused ${response.statusCode}`);
      webSocket.terminate();
    });
    webSocket.on('error', () => {});
    webSocket.on('close', (code) => resolve(frames.length === 0 ? 'opened' : `closed ${code}`));
  });
}

const own = () => server.url;

/** CONNECT of a browser without a session (MQTT 3.1.1, section 3.1). */
const connect = Buffer.from('100c00044d5154540402003c0000', 'hex');
const pings = Buffer.from('c000'.repeat(1000), 'hex');
test.each<[string, () => Parameters<typeof outcome>, string]>([
  ['the portal’s own page', () => [url, { headers: { origin: own() } }], 'opened'],
  ['a program without an origin', () => [url, {}], 'opened'],
  ['a page of another origin', () => [url, { headers: { origin: 'https://evil.example' } }], 'refused 403'],
  ['a page without an origin', () => [url, { headers: { origin: 'null' } }], 'refused 403'],
  ['another path', () => [`${url}/x`, {}], 'refused 404'],
  ['the API', () => [url.replace('/realtime', '/api/auth'), {}], 'refused 404'],
  ['no subprotocol', () => [url, { protocols: '' }], 'refused 400'],
  ['another subprotocol', () => [url, { protocols: 'graphql-ws' }], 'refused 400'],
  ['a frame of text', () => [url, { frames: ['hello'] }], 'closed 1003'],
  ['a frame that is too large', () => [url, { frames: [Buffer.alloc(9_000)] }], 'closed 1009'],
  ['a packet that is too large', () => [url, { frames: [Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])] }], 'closed 1009'],
  ['random bytes', () => [url, { frames: [Buffer.from('f004feedface', 'hex')] }], 'closed 1002'],
  ['a subscription before all else', () => [url, { frames: [Buffer.from('8206000100016100', 'hex')] }], 'closed 1002'],
  ['a broken CONNECT', () => [url, { frames: [Buffer.from('100400044d51', 'hex')] }], 'closed 1002'],
])('over %s', async (_what, attempt, expected) => {
  expect(await outcome(...attempt())).toBe(expected);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test('a thousand pings get no answer, and keep the connection waiting', async () => {
  const webSocket = new WebSocket(url, 'mqtt');
  const answers: string[] = [];
  webSocket.on('message', (data: Buffer) => answers.push(data.toString('hex')));
  await once(webSocket, 'open');
  webSocket.send(connect);
  const connack = '20020000';
  await waitFor(async () => answers.join('') === connack || undefined);
  webSocket.send(pings);
  webSocket.send(pings.subarray(0, 2));
  for (let count = 0; count < 3; count++) await fetch(`${server.url}/health`);
  expect(answers.join('')).toBe(connack);
  expect(webSocket.readyState).toBe(WebSocket.OPEN);
  webSocket.terminate();
});

test('a request without a websocket gets 404', async () => {
  expect((await fetch(`${server.url}/realtime`)).status).toBe(404);
});
