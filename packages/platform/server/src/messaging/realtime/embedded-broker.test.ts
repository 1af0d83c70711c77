import { getNotificationTopic } from '@portico/contract';
import { codeIn, createOutbox } from '../../testing/outbox';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startTestServer, testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { waitFor } from '../../testing/wait-for';

const ana = 'ana@portico.test';
const dora = 'dora@portico.test';
const minute = 60;

const server = testServer({}, { hasShell: true });
const clients = createRealtimeClients(server);
const calls = notificationCalls(server);
let key: string;
beforeAll(async () => {
  ({ key } = await calls.createKey('hrstudium'));
});
afterEach(() => clients.closeAll());

const getToken = async (email: string) => (await server.signIn(email)).token;
const listen = async (email: string) => clients.listen(email, await getToken(email));

test('a notification reaches every tab of its user, as it is in the list', async () => {
  const tabs = [await listen(ana), await listen(ana)];
  expect(await calls.notify(key, [ana], 'Hello', { body: 'World', icon: 'bell', redirect: '/hrstudium' })).toBe(1);
  const { notifications } = await calls.list(await getToken(ana), '?limit=1');
  for (const tab of tabs) {
    expect(await tab.message('Hello')).toEqual({ ...notifications[0], silent: false });
  }
});

test('notifications of a muted module are silent and in the list', async () => {
  const token = await getToken(ana);
  const prefer = (enabled: boolean) =>
    server.call('PUT', '/api/notifications/preferences', { token, body: [{ module: 'hrstudium', enabled }] });
  const tab = await listen(ana);
  await prefer(false);
  await calls.notify(key, [ana], 'Silent');
  expect(await tab.message('Silent')).toMatchObject({ silent: true });
  await prefer(true);
  await calls.notify(key, [ana], 'Loud');
  expect(await tab.message('Loud')).toMatchObject({ silent: false });
  expect((await calls.list(token, '?limit=2')).notifications.map(({ title }) => title)).toEqual(['Loud', 'Silent']);
});

test('the other devices of a user learn what was read', async () => {
  const token = await getToken(ana);
  const tab = await listen(ana);
  await calls.notify(key, [ana], 'Read');
  const { id } = await tab.message('Read');
  await server.call('PATCH', '/api/notifications', { token, body: { ids: [id] } });
  await server.call('PATCH', '/api/notifications/all', { token });
  await waitFor(async () => tab.messages.length === 3 || undefined);
  expect(tab.messages.slice(1)).toMatchObject([
    { id: 'read', silent: true, read_ids: [id] },
    { id: 'read', silent: true },
  ]);
});

test('an expired token keeps its connection but opens no new one', async () => {
  const token = await getToken(ana);
  const tab = await clients.listen(ana, token);
  server.passSeconds(16 * minute);
  await calls.notify(key, [ana], 'Late');
  expect(await tab.message('Late')).toBeDefined();
  await expect(clients.listen(ana, token)).rejects.toMatchObject({ code: 4 });
});

test('the end of a session closes its connections and no others', async () => {
  const [here, there] = [await server.signIn(ana), await server.signIn(ana)];
  const [tab, sameSession, other, stranger] = await Promise.all([
    clients.listen(ana, here.token),
    clients.listen(ana, here.token),
    clients.listen(ana, there.token),
    listen(dora),
  ]);
  await server.call('DELETE', '/api/auth/invalidate', { token: here.token });
  await Promise.all([tab.closed(), sameSession.closed()]);
  await calls.notify(key, [ana, dora], 'After');
  expect(await other.message('After')).toBeDefined();
  expect(await stranger.message('After')).toBeDefined();
  expect(tab.messages).toEqual([]);
  await expect(clients.listen(ana, here.token)).rejects.toMatchObject({ code: 4 });
});

test.each([
  [
    'another password',
    async (token: string) => {
      const body = { current_password: 'portico-demo', new_password: 'another-password' };
      await server.call('PUT', '/api/auth/password', { token, body });
      const back = { current_password: 'another-password', new_password: 'portico-demo' };
      await server.call('PUT', '/api/auth/password', { token, body: back });
    },
  ],
  [
    'being disabled',
    async () => {
      for (const disabled of [true, false]) {
        await server.operate('PATCH', `users/${dora}`, { disabled });
      }
    },
  ],
])('%s closes the other connections of the user', async (_reason, act) => {
  const tab = await listen(dora);
  const acting = await getToken(dora);
  await act(acting);
  await tab.closed();
});

test('a recovery closes the connections of the user', async () => {
  const tab = await listen(dora);
  let cookie = '';
  const mail = await createOutbox(server).nextMailTo(dora, 'code', async () => {
    const response = await server.call('POST', '/api/auth/recover', { body: { email: dora } });
    cookie = response.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
  });
  const body = { email: dora, code: codeIn(mail), password: 'portico-demo' };
  expect((await server.call('PUT', '/api/auth/recover', { body, headers: { cookie } })).status).toBe(204);
  await tab.closed();
});

test('a stopping server closes the connections of open tabs', async () => {
  const other = await startTestServer();
  const others = createRealtimeClients(other);
  const tab = await others.listen(ana, (await other.signIn(ana)).token);
  await other.stop();
  await tab.closed();
  await others.closeAll();
});

test('a plus in an e-mail is not a wildcard', async () => {
  const email = 'eva+work@portico.test';
  await server.operate('POST', 'users', { email, name: 'Eva', password: 'a-good-password', tenant: 'smsa' });
  await server.operate('PUT', `tenants/smsa/apps/hrstudium/users/${encodeURIComponent(email)}`, {});
  const { token } = await server.signIn(email, 'a-good-password');
  const tab = await clients.listen(email, token);
  await calls.notify(key, [email], 'Plus');
  expect(await tab.message('Plus')).toBeDefined();
  expect(getNotificationTopic(email)).toBe('notification-eva%2Bwork@portico.test');
});
