import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { readEnvironment } from '../process/environment';
import { StartupError } from '../process/startup-error';
import { startTestServer } from '../testing/start-test-server';
import { createRegistry } from './create-registry';

test.each([
  [{ S3_URL: 'https://s3.example/modules' }, /are set together, or none of them\.$/],
  [{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }, /are set together, or none of them\.$/],
  [
    { S3_URL: 'https://s3.example', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
    /^S3_URL must name the bucket/,
  ],
])('a server does not start with an incomplete store: %j', async (variables, sentence) => {
  const starting = startTestServer(variables);
  await expect(starting).rejects.toThrow(StartupError);
  await expect(starting).rejects.toThrow(sentence);
});

test('automatic rollbacks may be switched off', () => {
  const readPercent = (value: string) =>
    readEnvironment({ PORTICO_AUTOMATIC_ROLLBACK_PERCENT: value }).PORTICO_AUTOMATIC_ROLLBACK_PERCENT;
  expect(readPercent('off')).toBeUndefined();
  expect(readPercent('0')).toBe(0);
});

test('only the names of trusted origins are looked up', async () => {
  const environment = readEnvironment({ PORTICO_LOCAL_MODULES: 'off' });
  const now = () => new Date();
  const registry = createRegistry(environment, { moduleOrigins: [] }, drizzle.mock(), now, pino({ level: 'silent' }));
  await expect(registry.requireAllowedAddress('http://localhost/app.js')).rejects.toMatchObject({
    code: 'address-untrusted',
  });
});
