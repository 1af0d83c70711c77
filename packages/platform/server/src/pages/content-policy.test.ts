import { configurationSchema } from '@portico/contract';
import * as v from 'valibot';
import { createContentPolicy } from './content-policy';

function connectSources(configuration: unknown): string {
  const policy = createContentPolicy({ configuration: v.parse(configurationSchema, configuration) }, [], [])('n');
  return /connect-src ([^;]*)/.exec(policy)?.[1] ?? '';
}

test('a page of the default configuration reaches only its own host', () => {
  expect(connectSources({})).toBe("'self'");
});

test('a broker on another host is allowed, and Firebase if it is configured', () => {
  expect(connectSources({ realtime: { url: 'wss://broker.example.com:8084/mqtt' } })).toBe(
    "'self' wss://broker.example.com:8084",
  );
  const firebase = { apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '1:1:web:1' };
  expect(connectSources({ firebase, vapidKey: `B${'x'.repeat(86)}` })).toBe(
    "'self' https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com",
  );
});

test('a logo that was stored with a pattern as its host is not allowed', () => {
  const tenants = { acme: { name: 'Acme', logo: 'https://*.example/logo.png' } };
  const policy = createContentPolicy({ configuration: { ...v.parse(configurationSchema, {}), tenants } }, [], [])('n');
  expect(policy).not.toContain('*');
});
