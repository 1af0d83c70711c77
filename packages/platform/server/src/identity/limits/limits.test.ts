// Runs on PGlite and on PostgreSQL.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { defaultLimits } from './limits';

const server = testServer({ TRUST_PROXY: 'loopback' });
const outbox = createOutbox(server);

let addresses = 0;
const nextAddress = () => `10.0.0.${++addresses}`;
const from = (address: string, language = 'en') => ({ 'x-forwarded-for': address, 'accept-language': language });

const signIn = (email: string, password: string, headers = from(nextAddress())) =>
  server.call('POST', '/api/auth', { body: { email, password }, headers });
const ask = (email: string, headers = from(nextAddress())) =>
  server.call('POST', '/api/auth/recover', { body: { email }, headers });
const reset = (email: string, code: string, headers = from(nextAddress())) =>
  server.call('PUT', '/api/auth/recover', { body: { email, code, password: 'a-new-password' }, headers });

/** Repeats the work and returns the distinct results. */
async function repeat(times: number, call: () => Promise<Response>): Promise<string[]> {
  const results = new Set<string>();
  for (let time = 0; time < times; time++) {
    const response = await call();
    results.add(response.ok ? String(response.status) : await readError(response));
  }
  return [...results];
}

async function readRefusal(response: Response) {
  const seconds = Number(response.headers.get('retry-after'));
  return { status: response.status, seconds, body: await response.json() };
}

test.each(['ana@portico.test', 'nobody@portico.test'])(
  'ten wrong passwords for %s, then it has to wait',
  async (email) => {
    // A bucket that was empty for long is like a new one.
    await signIn(email, 'wrong');
    server.passSeconds(60 * 60);
    expect(await repeat(10, () => signIn(email, 'wrong'))).toEqual(['401 wrong-credentials']);
    const { status, seconds, body } = await readRefusal(await signIn(email, 'portico-demo'));
    expect(status).toBe(429);
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(90);
    expect(body).toEqual({ code: 'too-many-tries', message: 'Too many tries. Try again in 2 minutes.' });
    const portuguese = await readRefusal(await signIn(email, 'portico-demo', from(nextAddress(), 'pt')));
    expect(portuguese.body).toMatchObject({
      message: 'Muitas tentativas. Tente de novo em 2 minutos.',
    });

    // Refused tries do not prolong the wait.
    server.passSeconds(seconds);
    expect((await signIn(email, 'portico-demo')).status).toBe(email === 'ana@portico.test' ? 200 : 401);
  },
);

test('the right password resets the count of wrong ones, and is never refused', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await repeat(9, () => signIn('bruno@portico.test', 'wrong'))).toEqual(['401 wrong-credentials']);
    expect((await signIn('bruno@portico.test', 'portico-demo')).status).toBe(200);
  }
  const headers = from(nextAddress());
  expect(await repeat(60, () => signIn('bruno@portico.test', 'portico-demo', headers))).toEqual(['200']);
});

test('thirty wrong passwords from one address block it for all e-mails, but no other address', async () => {
  const headers = from(nextAddress());
  let guesses = 0;
  const guess = () => signIn(`somebody-${++guesses}@portico.test`, 'wrong', headers);
  expect(await repeat(30, guess)).toEqual(['401 wrong-credentials']);
  expect(await repeat(2, guess)).toEqual(['429 too-many-tries']);
  expect((await readRefusal(await signIn('carla@portico.test', 'portico-demo', headers))).status).toBe(429);
  expect((await signIn('carla@portico.test', 'portico-demo')).status).toBe(200);
  server.passSeconds(30);
  expect((await signIn('carla@portico.test', 'portico-demo', headers)).status).toBe(200);
});

test('addresses of one IPv6 network count together', async () => {
  let host = 0;
  const guess = () => signIn(`v6-${++host}@portico.test`, 'wrong', from(`2001:db8:1:2::${host.toString(16)}`));
  expect(await repeat(30, guess)).toEqual(['401 wrong-credentials']);
  expect(await repeat(1, guess)).toEqual(['429 too-many-tries']);
});

test.each(['dora@portico.test', 'unknown@portico.test'])(
  'recovery of %s is answered alike beyond its limit, without a mail',
  async (email) => {
    server.passSeconds(60 * 60);
    const answers = new Set<string>();
    for (let time = 0; time < 12; time++) {
      const response = await ask(email);
      answers.add(`${response.status} ${await response.text()} ${response.headers.get('retry-after')}`);
    }
    expect([...answers]).toEqual(['202 {} null']);
    // Tries of codes have another limit.
    expect(await repeat(1, () => reset(email, '12345'))).toEqual(['400 code-invalid']);
  },
);

test('recovery mails ten codes an hour to one account', async () => {
  server.passSeconds(2 * 60 * 60);
  const email = 'dora@portico.test';
  const former = (await outbox.mailsTo(email, 'code')).length;
  for (let time = 0; time < 10; time++) await outbox.nextMailTo(email, 'code', () => ask(email));
  expect((await ask(email)).status).toBe(202);
  expect((await ask(email)).status).toBe(202);
  // This mail was requested later, so the others would be there.
  await outbox.nextMailTo('bruno@portico.test', 'code', () => ask('bruno@portico.test'));
  expect(await outbox.mailsTo(email, 'code')).toHaveLength(former + 10);
  server.passSeconds(6 * 60);
  await outbox.nextMailTo(email, 'code', () => ask(email));
});

test('too many recovery requests from one address are refused for every e-mail', async () => {
  const headers = from(nextAddress());
  let asked = 0;
  expect(await repeat(60, () => ask(`flood-${++asked}@portico.test`, headers))).toEqual(['202']);
  const refused = [];
  for (const email of ['ana@portico.test', 'nobody@portico.test'])
    refused.push(await readRefusal(await ask(email, headers)));
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(new Set(refused.map(({ seconds }) => seconds <= 60))).toEqual(new Set([true]));
  expect((await ask('ana@portico.test')).status).toBe(202);
});

test.each(['ana@portico.test', 'nobody@portico.test'])(
  'twenty wrong codes for %s, then it has to wait',
  async (email) => {
    server.passSeconds(60 * 60);
    expect(await repeat(20, () => reset(email, '123456'))).toEqual(['400 code-invalid']);
    const { status, seconds } = await readRefusal(await reset(email, '123456'));
    expect(status).toBe(429);
    expect(seconds).toBeLessThanOrEqual(180);
  },
);

test('an address has to wait after thirty wrong codes', async () => {
  const headers = from(nextAddress());
  let guesses = 0;
  expect(await repeat(30, () => reset(`code-${++guesses}@portico.test`, '123456', headers))).toEqual([
    '400 code-invalid',
  ]);
  expect(await repeat(1, () => reset('bruno@portico.test', '123456', headers))).toEqual(['429 too-many-tries']);
});

test('a recovery resets the count of wrong passwords', async () => {
  server.passSeconds(60 * 60);
  const email = 'bruno@portico.test';
  await repeat(10, () => signIn(email, 'wrong'));
  expect(await repeat(1, () => signIn(email, 'portico-demo'))).toEqual(['429 too-many-tries']);
  const code = codeIn(await outbox.nextMailTo(email, 'code', () => ask(email)));
  expect((await reset(email, wrongCode(code))).status).toBe(400);
  expect((await reset(email, code)).status).toBe(204);
  expect((await signIn(email, 'a-new-password')).status).toBe(200);
});

test('wrong current passwords have a limit of their own', async () => {
  server.passSeconds(60 * 60);
  const { token } = await server.signIn('carla@portico.test');
  const change = (current_password: string) =>
    server.call('PUT', '/api/auth/password', { token, body: { current_password, new_password: 'a-new-password' } });
  expect(await repeat(10, () => change('wrong'))).toEqual(['403 wrong-password']);
  const { status, seconds } = await readRefusal(await change('portico-demo'));
  expect(status).toBe(429);
  expect((await server.signIn('carla@portico.test')).token).not.toBe('');
  server.passSeconds(seconds);
  expect((await change('portico-demo')).status).toBe(204);
});

test('tries with the right password of a disabled user are limited as those with a wrong one', async () => {
  const email = 'disabled@portico.test';
  const password = 'a-long-password-of-theirs';
  await server.operate('POST', 'users', { email, name: 'Disabled', password, tenant: 'smsa' });
  await server.operate('PATCH', `users/${email}`, { disabled: true });
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    statuses.push((await server.call('POST', '/api/auth', { body: { email, password } })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('a right code does not count for its address', async () => {
  server.passSeconds(2 * 60 * 60);
  const headers = from(nextAddress());
  const email = 'dora@portico.test';
  const code = codeIn(await outbox.nextMailTo(email, 'code', () => ask(email)));
  let guesses = 0;
  const guess = () => reset(`miss-${++guesses}@portico.test`, '123456', headers);
  expect(await repeat(29, guess)).toEqual(['400 code-invalid']);
  expect((await reset(email, code, headers)).status).toBe(204);
  expect(await repeat(1, guess)).toEqual(['400 code-invalid']);
  expect(await repeat(1, guess)).toEqual(['429 too-many-tries']);
});

test('the manual lists every limit', async () => {
  const manual = await readFile(path.resolve(import.meta.dirname, '../../../../../../docs/operating.md'), 'utf8');
  const [, table = ''] = manual.split('\n## Rate limits\n');
  const rows = [...table.matchAll(/^\| [^|]+ \| (\d+)[^|]* \| (\d+) (min|h) \|/gm)];
  const listed = rows.map(([, tries, per, unit]) => `${tries} in ${Number(per) * (unit === 'h' ? 60 : 1)} min`);
  const limits = Object.values(defaultLimits).map(({ tries, window }) => `${tries} in ${window / 60_000} min`);
  expect(listed.sort()).toEqual(limits.sort());
});
