import { computePushRecipient } from '@portico/contract';
import { decodeJwt } from 'jose';
import { startFcmDouble } from '../../testing/fcm-double';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startTestServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { waitFor } from '../../testing/wait-for';
import { pushTokens } from '../messaging-tables';
import { readServiceAccount } from './google-access';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

const fcm = startBeforeTests(startFcmDouble);
const server = startBeforeTests(() => startTestServer(fcm.variables, { pushRetryWaits: [1, 1, 1] }));
const calls = notificationCalls(server);
let key: string;
beforeAll(async () => {
  ({ key } = await calls.createKey('hrstudium'));
});
afterEach(async () => {
  fcm.answer(() => undefined);
  await server.database.delete(pushTokens);
});

async function register(email: string, pushToken: string): Promise<string> {
  const { token } = await server.signIn(email);
  await server.call('POST', '/api/notifications/register', { token, body: { token: pushToken } });
  return token;
}

const pushesTo = (token: string) => fcm.pushes.filter((push) => push.token === token);
const pushTo = (token: string, count = 1) =>
  waitFor(async () => (pushesTo(token).length >= count ? pushesTo(token).at(-1)?.data : undefined));
const tokens = async () => (await server.database.select().from(pushTokens)).map(({ token }) => token).sort();

test('a push has only data, all of it text', async () => {
  await register(ana, 'data');
  await calls.notify(key, [ana], 'Title', { body: 'Body', icon: 'bell', redirect: '/hrstudium/1' });
  const [entry] = (await calls.list(await register(ana, 'data'))).notifications;
  expect(await pushTo('data')).toEqual({
    id: String(entry?.id),
    tag: String(entry?.id),
    recipient: await computePushRecipient(ana),
    title: 'Title',
    body: 'Body',
    icon: 'bell',
    module: 'hrstudium',
    redirect: '/hrstudium/1',
  });
  const claims = decodeJwt(fcm.assertions[0] ?? '');
  expect(claims).toMatchObject({ iss: 'push@portico.test', scope: expect.stringContaining('firebase.messaging') });
});

test('the longest notification fits into a push', async () => {
  await register(ana, 'long');
  const longest = { body: '👩‍👩‍👧'.repeat(1_000), redirect: `/${'é'.repeat(900)}`, icon: 'bell' };
  await calls.notify(key, [ana], 'ç'.repeat(200), longest);
  const data = await pushTo('long');
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(4_096);
  expect(data.body).toMatch(/^(👩‍👩‍👧)+…$/u);
});

test('a title of long characters is cut between them', async () => {
  await register(ana, 'emoji');
  await calls.notify(key, [ana], '👩‍👩‍👧'.repeat(200), { body: 'Body' });
  const data = await pushTo('emoji');
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(4_096);
  expect(data).toMatchObject({ title: expect.stringMatching(/^(👩‍👩‍👧)+…$/u), body: 'Body' });
});

test('users who muted the module or signed out get no push', async () => {
  const off = await register(ana, 'off');
  const gone = await register(bruno, 'gone');
  await register('dora@portico.test', 'on');
  const prefer = (enabled: boolean) =>
    server.call('PUT', '/api/notifications/preferences', { token: off, body: [{ module: 'hrstudium', enabled }] });
  await prefer(false);
  await server.call('DELETE', '/api/auth/invalidate', { token: gone });
  await calls.notify(key, [ana, bruno, 'dora@portico.test'], 'Only Dora');
  await pushTo('on');
  expect(pushesTo('off')).toEqual([]);
  expect(pushesTo('gone')).toEqual([]);
  await prefer(true);
});

const detail = (errorCode: string) => ({ error: { details: [{ '@type': 'FcmError', errorCode }] } });
const violation = (field: string) => ({
  error: { details: [{ errorCode: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field }] }] },
});

test.each([
  ['unregistered', { status: 404, body: detail('UNREGISTERED') }, []],
  ['of another project', { status: 403, body: detail('SENDER_ID_MISMATCH') }, []],
  ['malformed', { status: 400, body: violation('message.token') }, []],
  ['good, and the message is not', { status: 400, body: violation('message.data') }, ['bad']],
  ['good, and the project is not', { status: 403, body: detail('THIRD_PARTY_AUTH_ERROR') }, ['bad']],
])('a token that is %s is tried once', async (_state, answer, left) => {
  fcm.answer((token) => (token === 'bad' ? answer : undefined));
  const before = pushesTo('bad').length;
  await register('dora@portico.test', 'of another user');
  await register(ana, 'bad');
  await calls.notify(key, [ana], 'Once');
  await waitFor(async () =>
    pushesTo('bad').length > before && (await tokens()).includes('bad') === left.includes('bad') ? true : undefined,
  );
  await register(bruno, `after ${_state}`);
  await calls.notify(key, [bruno], 'Later');
  await pushTo(`after ${_state}`);
  expect(pushesTo('bad')).toHaveLength(before + 1);
  expect(await tokens()).toEqual([`after ${_state}`, ...left, 'of another user'].sort());
});

test('a temporary error is retried a few times', async () => {
  fcm.answer((token, tries) => {
    if (token === 'busy') return tries < 2 ? { status: tries === 0 ? 429 : 503 } : undefined;
    return token === 'down' ? { status: 500 } : undefined;
  });
  await register(ana, 'busy');
  await register(bruno, 'down');
  await calls.notify(key, [ana, bruno], 'Again');
  await Promise.all([pushTo('busy', 3), pushTo('down', 4)]);
  await register(ana, 'then');
  await calls.notify(key, [ana], 'Then');
  await pushTo('then');
  expect(pushesTo('down')).toHaveLength(4);
  expect(await tokens()).toEqual(['busy', 'down', 'then']);
});

test('a refused access token is replaced', async () => {
  const before = fcm.assertions.length;
  fcm.answer((token, tries) => (token === 'expired' && tries === 0 ? { status: 401 } : undefined));
  await register(ana, 'expired');
  await calls.notify(key, [ana], 'Expired');
  await pushTo('expired', 2);
  expect(fcm.assertions).toHaveLength(before + 1);
});

test('many pushes are sent a few at a time, with one access token', async () => {
  const { token } = await server.signIn(ana);
  const names = Array.from({ length: 20 }, (_, number) => `many-${number}`);
  for (const name of names) {
    await server.call('POST', '/api/notifications/register', { token, body: { token: name } });
  }
  const before = fcm.assertions.length;
  await calls.notify(key, [ana], 'Many');
  await Promise.all(names.map((name) => pushTo(name)));
  expect(fcm.busiest()).toBeLessThanOrEqual(10);
  expect(fcm.assertions.length - before).toBeLessThanOrEqual(1);
});

test('a push service that is down fails no call, loses no notification and does not delay a stop', async () => {
  const variables = { ...fcm.variables, FIREBASE_ENDPOINT: 'http://127.0.0.1:9' };
  const other = await startTestServer(variables);
  const otherCalls = notificationCalls(other);
  const { token } = await other.signIn(ana);
  await other.call('POST', '/api/notifications/register', { token, body: { token: 'unreachable' } });
  const { key: otherKey } = await otherCalls.createKey('hrstudium');
  expect(await otherCalls.notify(otherKey, [ana], 'Stored')).toBe(1);
  expect((await otherCalls.list(token)).notifications).toMatchObject([{ title: 'Stored' }]);
  const started = performance.now();
  await other.stop();
  expect(performance.now() - started).toBeLessThan(4_000);
});

test.each(['{', '{}', '/nowhere.json'])('FIREBASE_SERVICE_ACCOUNT=%s is refused at the start', async (value) => {
  await expect(readServiceAccount(value)).rejects.toThrow('FIREBASE_SERVICE_ACCOUNT is not the key');
});

test('the key of a service account may begin with a byte order mark, and an error in it has its place', async () => {
  const account = { project_id: 'portico', client_email: 'push@portico.test', private_key: 'key' };
  await expect(readServiceAccount(`\uFEFF${JSON.stringify(account)}`)).resolves.toMatchObject(account);
  await expect(readServiceAccount('{"project_id": }')).rejects.toThrow('line 1, column 16.');
});
