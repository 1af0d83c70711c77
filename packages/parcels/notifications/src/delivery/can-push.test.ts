import { testPortal } from '@portico/shared/testing';
import { canPush } from './live-delivery';

testPortal({
  firebase: { apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '1:1:web:1' },
  vapidKey: `B${'A'.repeat(86)}`,
});

beforeEach(() => {
  Object.assign(window, { isSecureContext: true, PushManager: class {}, Notification: { permission: 'granted' } });
  Object.assign(navigator, { serviceWorker: {}, locks: {} });
});

it('needs a configuration, a browser that supports it, and the permission', () => {
  expect(canPush()).toBe(true);
});

it.each(['default', 'denied'])('is not possible while the permission is "%s"', (permission) => {
  Object.assign(window, { Notification: { permission } });
  expect(canPush()).toBe(false);
});

it.each<[string, () => unknown]>([
  ['notifications', () => Reflect.deleteProperty(window, 'Notification')],
  ['push', () => Reflect.deleteProperty(window, 'PushManager')],
  ['service workers', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
  ['locks', () => Reflect.deleteProperty(navigator, 'locks')],
  ['a secure context', () => Object.assign(window, { isSecureContext: false })],
])('is not possible in a browser without %s', (_name, remove) => {
  remove();
  expect(canPush()).toBe(false);
});
