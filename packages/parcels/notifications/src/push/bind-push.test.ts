import { webcrypto } from 'node:crypto';
import { supportLocks, testPortal, withShortWaits } from '@portico/shared/testing';
import { waitFor } from '@testing-library/react';
import { supportCaches } from '../testing/caches';
import { bindPush } from './bind-push';
import { openPush } from './open-push';
import { readBinding, writeBinding } from './push-store';

const day = 24 * 60 * 60 * 1_000;
const recipient = 'digest-of-ana';
const vapidKey = `B${'A'.repeat(86)}`;
const firebase = { apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '1:1:web:1' };
const endpoint = 'https://push.example/1';

// The SDK of Firebase asks its cloud.
let mockToken: string | Error = 'token-1';
jest.mock('./firebase-token', () => ({
  isSupported: async () => true,
  fetchToken: async () => {
    if (mockToken instanceof Error) throw mockToken;
    return mockToken;
  },
}));

const portal = testPortal({ firebase, vapidKey });
const unsubscribe = jest.fn(async () => true);
let subscriptionKey = vapidKey;

beforeAll(() => {
  supportCaches();
  supportLocks();
  const registration = Object.assign(new EventTarget(), {
    scope: 'http://localhost/firebase-cloud-messaging-push-scope',
    active: Object.assign(new EventTarget(), { state: 'activated' }),
    waiting: null,
    installing: null,
    getNotifications: async () => [],
    pushManager: {
      getSubscription: async () => {
        const applicationServerKey = Uint8Array.from(Buffer.from(subscriptionKey, 'base64url')).buffer;
        return { endpoint, options: { applicationServerKey }, unsubscribe };
      },
    },
  });
  // jsdom lacks it.
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });
  Object.assign(window, { isSecureContext: true, PushManager: class {}, Notification: { permission: 'granted' } });
  Object.assign(navigator, {
    serviceWorker: Object.assign(new EventTarget(), {
      register: async () => registration,
      getRegistration: async () => registration,
      startMessages: () => {},
    }),
  });
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  portal.answer('POST /notifications/register', { status: 204 });
  portal.answer('DELETE /notifications/register', { status: 204 });
  mockToken = 'token-1';
  subscriptionKey = vapidKey;
  unsubscribe.mockClear();
});

const calls = () =>
  portal.calls
    .filter(({ route }) => route.endsWith('/notifications/register'))
    .map(({ route, body }) => [route.split(' ')[0], body]);

const bind = (notBefore = 0) => bindPush({ recipient, notBefore, isWanted: () => true });

/** As after a registration so long ago, in milliseconds. */
async function registeredFor(age: number, user = recipient, changes: object = {}): Promise<void> {
  const registeredAt = Date.now() - age;
  const registered = { token: 'token-1', endpoint, vapidKey, appId: firebase.appId, registeredAt, ...changes };
  await writeBinding({ recipient: user, unreadableText: 'Você tem uma nova notificação', registered });
}

it.each([0, 6 * day, 7 * day - 60_000])('makes no call %d ms after a token was registered', async (age) => {
  await registeredFor(age);
  expect(await bind()).toBe('token-1');
  expect(calls()).toEqual([]);
});

it('writes the text for unreadable pushes again in another language', async () => {
  await registeredFor(day);
  await writeBinding({ ...(await readBinding()), recipient, unreadableText: 'You have a new notification' });
  expect(await bind()).toBe('token-1');
  const { unreadableText, registered } = (await readBinding()) ?? {};
  expect([unreadableText, registered?.token]).toEqual(['Você tem uma nova notificação', 'token-1']);
  expect(calls()).toEqual([]);
});

it('registers the token again after seven days', async () => {
  await registeredFor(7 * day + 1);
  expect(await bind()).toBe('token-1');
  expect(calls()).toEqual([['POST', { token: 'token-1' }]]);
  expect((await readBinding())?.registered?.registeredAt).toBeGreaterThan(Date.now() - day);
});

it('registers a token that was renewed, and no longer the former one', async () => {
  await registeredFor(8 * day);
  mockToken = 'token-2';
  expect(await bind()).toBe('token-2');
  expect(calls()).toEqual([
    ['POST', { token: 'token-2' }],
    ['DELETE', { token: 'token-1' }],
  ]);
});

it('takes the token of an expired session along to the next one', async () => {
  await registeredFor(day);
  expect(await bind(Date.now())).toBe('token-1');
  expect(calls()).toEqual([['POST', { token: 'token-1' }]]);
});

it.each([
  ['another subscription of the browser', { endpoint: 'https://push.example/before' }],
  ['another key of the portal', { vapidKey: 'before' }],
  ['another project of the portal', { appId: 'before' }],
])('registers again after the registration of %s', async (_title, changes) => {
  await registeredFor(day, recipient, changes);
  mockToken = 'token-2';
  expect(await bind()).toBe('token-2');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(calls()).toEqual([
    ['POST', { token: 'token-2' }],
    ['DELETE', { token: 'token-1' }],
  ]);
});

it('registers again after the browser has subscribed with another key', async () => {
  await registeredFor(day);
  subscriptionKey = `B${'B'.repeat(86)}`;
  expect(await bind()).toBe('token-1');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(calls()).toEqual([['POST', { token: 'token-1' }]]);
});

it('ends the push of the user before', async () => {
  await registeredFor(day, 'digest-of-bruno');
  expect(await bind()).toBe('token-1');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(calls()).toEqual([['POST', { token: 'token-1' }]]);
  expect(await readBinding()).toMatchObject({ recipient, registered: { token: 'token-1' } });
});

it.each([
  ['before the server knows the token', 2, []],
  ['while the server is told', 3, [['POST', { token: 'token-1' }]]],
])('keeps nothing of a user who signs out %s', async (_title, end, expected) => {
  await registeredFor(8 * day);
  let questions = 0;
  const isWanted = () => ++questions < end;
  expect(await bindPush({ recipient, notBefore: 0, isWanted })).toBeUndefined();
  expect([calls(), await readBinding()]).toEqual([expected, undefined]);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

it('writes to the console alone that there is no token, after three tries', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  mockToken = new Error('no cloud');
  await writeBinding({ recipient: 'digest-of-bruno', unreadableText: 'New message' });
  let token: string | undefined = 'none yet';
  const waits = await withShortWaits([500, 1_000], async () => {
    token = await bind();
  });
  expect([token, waits, calls()]).toEqual([undefined, [500, 1_000], []]);
  expect(log.mock.calls).toEqual([['Error obtaining token [portico] @portico/notifications:', mockToken]]);
  log.mockRestore();
});

it('writes to the console alone that push could not be set up', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  portal.answer('POST /notifications/register', { status: 500 });
  const statuses: string[] = [];
  const events = { onMessage: () => {}, onGap: () => {}, onStatus: (status: string) => void statuses.push(status) };
  const push = openPush('ana@portico.test', { ...events, onUnsupported: () => {} });
  await waitFor(() => expect(statuses).toEqual(['off']));
  push.stop();
  expect(log.mock.calls).toEqual([['Erro ao iniciar Firebase [portico] @portico/notifications:', expect.any(Error)]]);
  log.mockRestore();
});

it('is off without a token, and does not take the realtime channel instead', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  mockToken = new Error('no cloud');
  const onStatus = jest.fn();
  const onUnsupported = jest.fn();
  await withShortWaits([500, 1_000], async () => {
    const events = { onMessage: () => {}, onGap: () => {}, onStatus, onUnsupported };
    const push = openPush('ana@portico.test', events);
    await waitFor(() => expect(onStatus.mock.calls).toEqual([['off']]));
    push.stop();
  });
  expect(onUnsupported).not.toHaveBeenCalled();
  expect(calls()).toEqual([]);
  log.mockRestore();
});
