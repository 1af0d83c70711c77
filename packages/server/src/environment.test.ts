import path from 'node:path';
import { readEnvironment } from './environment';

test('suits a fresh machine by default', () => {
  expect(readEnvironment({ DATABASE_URL: '', PATH: '/bin' })).toEqual({
    PORT: 9000,
    FIREBASE_ENDPOINT: 'https://fcm.googleapis.com',
    HOST: 'localhost',
    PORTICO_DATA: path.resolve('.portico'),
    PORTICO_ALLOWED_ORIGINS: [],
    PORTICO_TRIAL_HOURS: 24,
    PORTICO_TAKE_BACK_PERCENT: 50,
    PORTICO_TAKE_BACK_USERS: 3,
    S3_REGION: 'us-east-1',
    MAIL_FROM: 'Portico <no-reply@localhost>',
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
  ['PORTICO_DEMO', 'no', 'PORTICO_DEMO must be on or off.'],
  ['PORTICO_OPERATOR_KEY', 'short', 'PORTICO_OPERATOR_KEY must have at least 16 characters.'],
  [
    'PORTICO_ALLOWED_ORIGINS',
    'https://a.example,https://b.example/',
    'PORTICO_ALLOWED_ORIGINS must be exact origins such as https://portal.example.com, with commas between them.',
  ],
  ['PORTICO_TAKE_BACK_PERCENT', '101', 'PORTICO_TAKE_BACK_PERCENT must be a whole number from 0 to 100, or off.'],
  ['PORTICO_TAKE_BACK_USERS', '0', 'PORTICO_TAKE_BACK_USERS must be a whole number from 1 to 100000.'],
  ['PORTICO_TRIAL_HOURS', '1.5', 'PORTICO_TRIAL_HOURS must be a whole number from 0 to 8760.'],
  ['S3_URL', 's3://bucket', 'S3_URL must be an address that starts with https:// or http://.'],
  [
    'TRUST_PROXY',
    '1',
    'TRUST_PROXY must be true, false, or the addresses and networks of the proxies, with commas between them.',
  ],
])('names what is wrong in one sentence, without the value: %s=%s', (name, value, sentence) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new Error(sentence));
});

test.each([
  ['true', true],
  ['false', false],
  ['loopback, 10.0.0.0/8, ::1', 'loopback, 10.0.0.0/8, ::1'],
])('TRUST_PROXY=%s', (value, expected) => {
  expect(readEnvironment({ TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
});
