import path from 'node:path';
import { readEnvironment } from './environment';

test('suits a fresh machine by default', () => {
  expect(readEnvironment({ DATABASE_URL: '', PATH: '/bin' })).toEqual({
    PORT: 9000,
    FIREBASE_ENDPOINT: 'https://fcm.googleapis.com',
    HOST: 'localhost',
    METRICS_HOST: 'localhost',
    METRICS_ALLOWED_HOSTS: [],
    PORTICO_DATA: path.resolve('.portico'),
    PORTICO_ALLOWED_ORIGINS: [],
    PORTICO_ROLLOUT_HOURS: 24,
    PORTICO_AUTOMATIC_ROLLBACK_PERCENT: 50,
    PORTICO_AUTOMATIC_ROLLBACK_USERS: 3,
    PORTICO_FAILURE_DAYS: 30,
    PORTICO_PUSH_TOKEN_DAYS: 60,
    S3_REGION: 'us-east-1',
    MAIL_FROM: 'Portico <no-reply@localhost>',
    TRUST_FORWARDED_HOST: 'off',
    TRUST_PROXY: false,
    LOG_LEVEL: 'warn',
  });
});

test.each([
  ['PORT', '9000a', 'PORT must be a port number.'],
  ['PORT', '70000', 'PORT must be a port number.'],
  [
    'DATABASE_URL',
    'mysql://secret@db',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ],
  [
    'METRICS_ALLOWED_HOSTS',
    'portal-1.internal:9464',
    'METRICS_ALLOWED_HOSTS must be host names without ports, with commas between them.',
  ],
  ['PORTICO_DEMO', 'no', 'PORTICO_DEMO must be on or off.'],
  ['PORTICO_OPERATOR_KEY', 'short', 'PORTICO_OPERATOR_KEY must have at least 16 characters.'],
  ['PORTICO_ENCRYPTION_KEY', 'short', 'PORTICO_ENCRYPTION_KEY must have at least 32 characters.'],
  [
    'PORTICO_ALLOWED_ORIGINS',
    'https://a.example,https://b.example/',
    'PORTICO_ALLOWED_ORIGINS must be exact origins such as https://portal.example.com, with commas between them.',
  ],
  [
    'PORTICO_AUTOMATIC_ROLLBACK_PERCENT',
    '101',
    'PORTICO_AUTOMATIC_ROLLBACK_PERCENT must be a whole number from 0 to 100, or off.',
  ],
  [
    'PORTICO_AUTOMATIC_ROLLBACK_USERS',
    '0',
    'PORTICO_AUTOMATIC_ROLLBACK_USERS must be a whole number from 1 to 100000.',
  ],
  ['PORTICO_ROLLOUT_HOURS', '1.5', 'PORTICO_ROLLOUT_HOURS must be a whole number from 0 to 8760.'],
  [
    'S3_URL',
    'https://key:secret@s3.example/bucket',
    'S3_URL must not contain credentials; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  ],
  ['MQTT_URL', 'mqtt://user:%zz@broker', 'MQTT_URL must have the user name and the password percent-encoded.'],
  ['SMTP_URL', 'smtp://', 'SMTP_URL must name a host.'],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    'TRUST_PROXY must be true, false, or the addresses and networks of the proxies, with commas between them.',
  ],
  ['S3_URL', 's3://bucket', 'S3_URL must be an address that starts with https:// or http://.'],
  [
    'TRUST_PROXY',
    '1',
    'TRUST_PROXY must be true, false, or the addresses and networks of the proxies, with commas between them.',
  ],
])('reports the error in one sentence, without the value: %s=%s', (name, value, sentence) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new Error(sentence));
});

test('accepts the old names of variables, with a warning', () => {
  const warnings: string[] = [];
  const old = { PORTICO_TRIAL_HOURS: '12', PORTICO_TAKE_BACK_PERCENT: '40', PORTICO_TAKE_BACK_USERS: '9' };
  const environment = readEnvironment({ ...old, PORTICO_AUTOMATIC_ROLLBACK_USERS: '5' }, (text) => warnings.push(text));
  expect(environment).toMatchObject({
    PORTICO_ROLLOUT_HOURS: 12,
    PORTICO_AUTOMATIC_ROLLBACK_PERCENT: 40,
    PORTICO_AUTOMATIC_ROLLBACK_USERS: 5,
  });
  expect(warnings).toEqual([
    'PORTICO_TRIAL_HOURS is now PORTICO_ROLLOUT_HOURS; the next release ignores the old name.',
    'PORTICO_TAKE_BACK_PERCENT is now PORTICO_AUTOMATIC_ROLLBACK_PERCENT; the next release ignores the old name.',
    'PORTICO_TAKE_BACK_USERS is now PORTICO_AUTOMATIC_ROLLBACK_USERS; the next release ignores the old name.',
  ]);
});

test.each([
  ['true', true],
  ['false', false],
  ['loopback, 10.0.0.0/8, ::1', 'loopback, 10.0.0.0/8, ::1'],
])('TRUST_PROXY=%s', (value, expected) => {
  expect(readEnvironment({ TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
});
