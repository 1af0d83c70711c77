import { getNotificationTopic, importMapTopic } from '@portico/contract';
import type { IClientOptions } from 'mqtt';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startTestServer, testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

const ana = 'ana@portico.test';

const server = testServer();
const clients = createRealtimeClients(server);
const calls = notificationCalls(server);
let key: string;
let announce: () => Promise<unknown>;
beforeAll(async () => {
  ({ key } = await calls.createKey('hrstudium'));
  const { createToken, published } = publishingCalls(server);
  const { token } = await createToken('orders');
  let versions = 0;
  announce = () => published(token, 'orders', `version-${++versions}`);
});
afterEach(() => clients.closeAll());

const listen = async (email: string) => clients.listen(email, (await server.signIn(email)).token);

/** A connection without a session, and the topics and texts of the messages that it received. */
async function connectAnonymously(options: IClientOptions = {}) {
  const connected = await clients.connect(options);
  const topics = new Set<string>();
  const texts: string[] = [];
  connected.client.removeAllListeners('message').on('message', (topic, text) => {
    topics.add(topic);
    texts.push(text.toString());
  });
  const received = () => waitFor(async () => topics.size > 0 || undefined);
  return { ...connected, topics, texts, received };
}

test('a browser without a session receives changes of the import map', async () => {
  const anonymous = await connectAnonymously();
  expect(await anonymous.subscribe(importMapTopic)).toBe(0);
  await announce();
  await anonymous.received();
  expect([...anonymous.topics]).toEqual([importMapTopic]);
});

test.each([
  getNotificationTopic(ana),
  '#',
  '+',
  'notification-+',
  'portico-+',
  `${importMapTopic}/#`,
  `$share/group/${getNotificationTopic(ana)}`,
  `$share/group/${importMapTopic}`,
  '$SYS/#',
])('it cannot subscribe to %s, and gets nothing', async (topic) => {
  const victim = await listen(ana);
  const anonymous = await connectAnonymously();
  expect(await anonymous.subscribe(topic)).toBe(128);
  if (anonymous.client.connected) await anonymous.subscribe(importMapTopic);
  await calls.notify(key, [ana], 'Secret');
  await victim.message('Secret');
  // The announcement is sent later: once it is here, the other message would be, too.
  await announce();
  if (anonymous.client.connected) await anonymous.received();
  expect([...anonymous.topics].filter((name) => name !== importMapTopic)).toEqual([]);
});

test('it gets only the topic of the import map from a packet that asks for another one as well', async () => {
  const victim = await listen(ana);
  const anonymous = await connectAnonymously();
  const wanted = [importMapTopic, getNotificationTopic(ana)];
  await new Promise((resolve) => anonymous.client.subscribe(wanted, { qos: 1 }, resolve));
  await calls.notify(key, [ana], 'Secret');
  await victim.message('Secret');
  await announce();
  await anonymous.received();
  expect([...anonymous.topics]).toEqual([importMapTopic]);
});

test.each([getNotificationTopic(ana), importMapTopic])('it cannot publish to %s', async (topic) => {
  const victim = await listen(ana);
  const witness = await connectAnonymously();
  await witness.subscribe(importMapTopic);
  const anonymous = await connectAnonymously();
  const forged = { id: 1, title: 'Forged', created_at: new Date().toISOString() };
  anonymous.client.publish(topic, JSON.stringify(forged), { retain: true });
  await anonymous.closed();
  await calls.notify(key, [ana], 'True');
  await victim.message('True');
  expect(victim.messages.map(({ title }) => title)).toEqual(['True']);
  await announce();
  await witness.received();
  expect([...witness.topics]).toEqual([importMapTopic]);
  expect(witness.texts.filter((text) => text.includes('Forged'))).toEqual([]);
});

test('it is refused with a will', async () => {
  const will = { topic: importMapTopic, payload: Buffer.from('{}'), qos: 0 as const, retain: true };
  await expect(connectAnonymously({ will })).rejects.toMatchObject({ code: 5 });
});

test.each([0, 301, 600])('it is accepted with a keepalive of %d s', async (keepalive) => {
  expect((await connectAnonymously({ keepalive })).client.connected).toBe(true);
});

test('it shares a limited number of connections with the others at its address; users are not counted', async () => {
  const opened = [];
  for (let count = 0; count < 100; count++) opened.push(await connectAnonymously());
  await expect(connectAnonymously()).rejects.toMatchObject({ code: 5 });
  expect((await listen(ana)).client.connected).toBe(true);
  await opened[0]?.client.endAsync(true);
  await waitFor(async () => connectAnonymously().catch(() => undefined));
});

test('all browsers without a session share a limited number of connections, whatever their address', async () => {
  const limited = await startTestServer({ TRUST_PROXY: 'loopback' }, { connectionLimits: { anonymous: 2 } });
  const limitedClients = createRealtimeClients(limited);
  const connectFrom = (address: string) =>
    limitedClients.connect({ wsOptions: { headers: { 'x-forwarded-for': address } } });
  try {
    const first = await connectFrom('10.0.0.1');
    await connectFrom('10.0.1.1');
    await expect(connectFrom('10.0.2.1')).rejects.toMatchObject({ code: 5 });
    expect((await limitedClients.listen(ana, (await limited.signIn(ana)).token)).client.connected).toBe(true);
    await first.client.endAsync(true);
    await waitFor(async () => connectFrom('10.0.2.1').catch(() => undefined));
  } finally {
    await limitedClients.closeAll();
    await limited.stop();
  }
});
