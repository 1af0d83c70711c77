import * as v from 'valibot';
import { configurationSchema } from './configuration';
import { realtimeMessageSchema } from './notification';

const getRealtime = (realtime: unknown) => v.safeParse(configurationSchema, { realtime });

test('without configuration, a page connects to the broker of its own host with its session', () => {
  expect(v.parse(configurationSchema, {}).realtime).toEqual({ credentials: 'session', url: '/realtime' });
});

test.each([
  { url: 'wss://broker.example.com/mqtt' },
  { credentials: 'dynamic', url: 'ws://localhost:9001' },
  { credentials: 'account', username: 'reader', password: 'public' },
])('%j is a valid configuration', (realtime) => {
  expect(getRealtime(realtime)).toMatchObject({ success: true, output: { realtime } });
});

test.each([
  { url: 'https://broker.example.com' },
  { url: '//broker.example.com' },
  { url: '/\\broker.example.com' },
  { credentials: 'account', username: 'reader' },
  { credentials: 'anonymous' },
])('%j is not a valid configuration', (realtime) => {
  expect(getRealtime(realtime).success).toBe(false);
});

test('browser push needs both the project and the key', () => {
  const firebase = { apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '1:1:web:1' };
  const vapidKey = `B${'x'.repeat(86)}`;
  expect(v.is(configurationSchema, { firebase, vapidKey })).toBe(true);
  for (const half of [{ firebase }, { vapidKey }, { firebase, vapidKey: 'short' }]) {
    expect(v.is(configurationSchema, half)).toBe(false);
  }
});

test('a message is a notification, and is silent only if it says so', () => {
  const entry = { id: 'n1', title: 'Title', created_at: '2026-01-02T03:04:05Z', App: { module: 'smsa' } };
  const message = v.parse(realtimeMessageSchema, entry);
  expect(message).toMatchObject({ id: 'n1', module: 'smsa', read: false, silent: false });
  expect(v.parse(realtimeMessageSchema, { ...entry, silent: true })).toEqual({ ...message, silent: true });
  expect(v.parse(realtimeMessageSchema, { ...entry, title: '\u202egnp.exe' })).toMatchObject({ title: 'gnp.exe' });
});
