import { randomUUID } from 'node:crypto';
import {
  getNotificationTopic,
  importMapTopic,
  type RealtimeCredentials,
  realtimeCredentialsSchema,
} from '@portico/contract';
import mqtt from 'mqtt';
import * as v from 'valibot';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { notificationCalls } from '../../testing/test-notifications';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

// Where the server and where browsers reach the Mosquitto of the tests.
const { TEST_MQTT_BROWSER_URL: browserUrl = '', TEST_MQTT_URL: brokerUrl = '' } = process.env;

const clients = createRealtimeClients(browserUrl);
afterEach(() => clients.closeAll());

const start = (realtime: object) =>
  startTestServer({ MQTT_URL: brokerUrl }, { configuration: { hosts: { localhost: 'smsa' }, realtime } });

describe('where the portal administers the broker', () => {
  const server = startBeforeTests(() => start({ credentials: 'dynamic', url: browserUrl }));
  const calls = notificationCalls(server);
  let key: string;
  beforeAll(async () => {
    ({ key } = await calls.createKey('hrstudium'));
  });

  async function createCredentials(token?: string): Promise<RealtimeCredentials> {
    const response = await server.call('POST', '/api/realtime/credentials', token === undefined ? {} : { token });
    return v.parse(realtimeCredentialsSchema, await response.json());
  }

  async function listen(email: string) {
    const { token } = await server.signIn(email);
    const { username, password } = await createCredentials(token);
    const client = await clients.connect({ username, password });
    await client.subscribe(getNotificationTopic(email));
    return { client, token, username, password };
  }

  test('a session reads its own topic, that of the import map and no other, and publishes nothing', async () => {
    const { client: victim } = await listen(ana);
    const { client: attacker } = await listen(bruno);
    expect(await attacker.subscribe(importMapTopic)).toBe(0);
    for (const topic of [getNotificationTopic(ana), '#', '+', '$share/g/+', '$CONTROL/#', '$SYS/#']) {
      await attacker.subscribe(topic);
    }
    const forged = JSON.stringify({ id: 1, title: 'Forged', created_at: new Date().toISOString() });
    await attacker.client.publishAsync(getNotificationTopic(ana), forged, { retain: true });
    await attacker.client.publishAsync('$CONTROL/dynamic-security/v1', '{"commands":[{"command":"listClients"}]}');
    const { client: later } = await listen(ana);
    await calls.notify(key, [ana], 'Secret');
    await calls.notify(key, [bruno], 'Own');
    await Promise.all([victim.message('Secret'), later.message('Secret'), attacker.message('Own')]);
    expect(later.messages.map(({ title }) => title)).toEqual(['Secret']);
    expect(victim.messages.map(({ title }) => title)).toEqual(['Secret']);
    expect(attacker.messages.map(({ title }) => title)).toEqual(['Own']);
  });

  test('all tabs of a session get the same credentials, and another call disconnects none', async () => {
    const { token, username, password, client } = await listen(ana);
    expect(await createCredentials(token)).toEqual({ username, password });
    const other = await clients.connect({ username, password });
    await other.subscribe(getNotificationTopic(ana));
    await calls.notify(key, [ana], 'Both');
    await Promise.all([client.message('Both'), other.message('Both')]);
    const elsewhere = await listen(ana);
    expect(elsewhere.username).not.toBe(username);
    expect(elsewhere.password).not.toBe(password);
  });

  test('browsers without a session share a client that reads the topic of the import map alone, and publishes nothing', async () => {
    const credentials = await createCredentials();
    expect(await createCredentials()).toEqual(credentials);
    const { client: victim } = await listen(ana);
    const anonymous = await clients.connect(credentials);
    const topics: string[] = [];
    anonymous.client.removeAllListeners('message').on('message', (topic) => topics.push(topic));
    expect(await anonymous.subscribe(importMapTopic)).toBe(0);
    for (const topic of [getNotificationTopic(ana), '#', '+', '$share/g/+', '$CONTROL/#', '$SYS/#']) {
      await anonymous.subscribe(topic);
    }
    const forged = JSON.stringify({ id: 1, title: 'Forged', created_at: new Date().toISOString() });
    await anonymous.client.publishAsync(getNotificationTopic(ana), forged, { retain: true });
    const witness = await clients.connect(credentials);
    await calls.notify(key, [ana], 'Secret');
    await victim.message('Secret');
    expect(victim.messages.map(({ title }) => title)).toEqual(['Secret']);
    expect(topics.filter((topic) => topic !== importMapTopic)).toEqual([]);
    // Two connections with the same name.
    expect([witness.client.connected, anonymous.client.connected]).toEqual([true, true]);
  });

  test('the end of a session removes its client', async () => {
    const here = await listen(ana);
    const there = await listen(ana);
    await server.call('DELETE', '/api/auth/invalidate', { token: here.token });
    await here.client.closed();
    await expect(clients.connect({ username: here.username, password: here.password })).rejects.toThrow();
    await calls.notify(key, [ana], 'After');
    await there.client.message('After');
    const refused = await server.call('POST', '/api/realtime/credentials', { token: here.token });
    expect(await readError(refused)).toBe('401 not-authenticated');
  });
});

test('with a shared account a browser reads what the broker allows', async () => {
  const server = await start({
    credentials: 'account',
    url: browserUrl,
    username: 'reader',
    password: 'public',
  });
  const calls = notificationCalls(server);
  const { key } = await calls.createKey('hrstudium');
  await makeReader('reader', 'public');
  const client = await clients.listen(ana, 'public', { username: 'reader' });
  await calls.notify(key, [ana], 'Shared');
  await client.message('Shared');
  const { token } = await server.signIn(ana);
  expect(await readError(await server.call('POST', '/api/realtime/credentials', { token }))).toBe('404 not-found');
  await server.stop();
});

test('a broker that is down fails no call and loses no stored notification', async () => {
  const variables = { MQTT_URL: 'mqtt://portico:x@127.0.0.1:9' };
  const server = await startTestServer(variables, {
    configuration: { hosts: { localhost: 'smsa' }, realtime: { credentials: 'dynamic' } },
  });
  const calls = notificationCalls(server);
  const { key } = await calls.createKey('hrstudium');
  const { token } = await server.signIn(ana);
  expect(await calls.notify(key, [ana], 'Stored')).toBe(1);
  expect((await calls.list(token)).notifications).toMatchObject([{ title: 'Stored' }]);
  expect(await readError(await server.call('POST', '/api/realtime/credentials', { token }))).toBe('503 not-ready');
  const started = performance.now();
  await server.stop();
  expect(performance.now() - started).toBeLessThan(4_000);
});

/** The operator's set-up: an account that may read all notifications. */
async function makeReader(username: string, password: string): Promise<void> {
  const admin = await mqtt.connectAsync(brokerUrl, { protocolVersion: 4, clientId: randomUUID() });
  const topic = '$CONTROL/dynamic-security/v1';
  await admin.subscribeAsync(`${topic}/response`);
  const answered = new Promise((resolve) => admin.once('message', resolve));
  const commands = [
    { command: 'createRole', rolename: 'reader', acls: [{ acltype: 'subscribePattern', topic: '+', allow: true }] },
    { command: 'createClient', username, password, roles: [{ rolename: 'reader' }] },
  ];
  await admin.publishAsync(topic, JSON.stringify({ commands }));
  await answered;
  await admin.endAsync();
}
