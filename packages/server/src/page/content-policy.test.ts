import { configurationSchema } from '@portico/contract';
import * as v from 'valibot';
import { contentPolicy } from './content-policy';

function connectSources(configuration: unknown): string {
  const policy = contentPolicy(v.parse(configurationSchema, configuration), { script: '', style: '' });
  return /connect-src ([^;]*)/.exec(policy)?.[1] ?? '';
}

test('a page of the default configuration reaches its own host alone', () => {
  expect(connectSources({})).toBe("'self'");
});

test('a broker elsewhere may be reached, and Firebase where it is configured', () => {
  expect(connectSources({ realtime: { url: 'wss://broker.example.com:8084/mqtt' } })).toBe(
    "'self' wss://broker.example.com:8084",
  );
  const firebase = { apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '1:1:web:1' };
  expect(connectSources({ firebase, vapidKey: `B${'x'.repeat(86)}` })).toBe(
    "'self' https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com",
  );
});
