import { deleteTooOld } from '../../operations/retention';
import { createBackgroundTasks } from '../../process/background-tasks';
import { readEnvironment } from '../../process/environment';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const server = testServer();
const outbox = createOutbox(server);

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/auth/recover', { body: { email }, headers });

async function askForCode(email: string, headers: Record<string, string> = {}) {
  const mail = await outbox.nextMailTo(email, 'code', async () => expect((await ask(email, headers)).status).toBe(202));
  return { mail, code: codeIn(mail) };
}

const reset = (email: string, code: string, password: string, headers: Record<string, string> = {}) =>
  server.call('PUT', '/api/auth/recover', { body: { email, code, password }, headers });

test('a mailed code sets the password once and ends every session', async () => {
  const sessions = [await server.signIn('ana@portico.test'), await server.signIn('ana@portico.test')];
  const { code } = await askForCode('ana@portico.test');
  expect((await reset('ana@portico.test', ` ${code.slice(0, 3)} ${code.slice(3)}`, 'a-new-password')).status).toBe(204);
  for (const { token, refreshToken } of sessions) {
    expect((await server.call('GET', '/api/auth/validate', { token })).status).toBe(401);
    expect((await server.call('POST', '/api/auth/refresh', { refreshToken })).status).toBe(401);
  }
  expect((await server.signIn('ana@portico.test', 'a-new-password')).token).not.toBe('');
  expect(await readError(await reset('ana@portico.test', code, 'another-password'))).toBe('400 code-invalid');
});

test('mails are in the language of the request, and success mails a notice', async () => {
  expect((await askForCode('dora@portico.test')).mail).toMatch(/^Subject: SMSA: seu|^Subject: =\?UTF-8/m);
  const { code, mail } = await askForCode('dora@portico.test', { 'accept-language': 'en' });
  expect(mail).toContain('Hello Dora Nunes');

  const headers = { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/1 Firefox/143.0' };
  const notice = await outbox.nextMailTo('dora@portico.test', 'notice', () =>
    reset('dora@portico.test', code, 'portico-demo', headers),
  );
  expect(notice).toMatch(/^Subject: SMSA: your password was changed\r?$/m);
  expect(notice).toMatch(/^Firefox, Linux, 127\.0\.0\.1\r?$/m);
});

test('the response does not reveal which e-mails are known', async () => {
  const mail = await outbox.nextMailTo('carla@portico.test', 'code', async () => {
    const known = await ask('carla@portico.test');
    const unknown = await ask('nobody@portico.test');
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
  });
  const answers = await Promise.all(
    [
      ['carla@portico.test', wrongCode(codeIn(mail))],
      ['bruno@portico.test', '123456'],
      ['nobody@portico.test', '123456'],
    ].map(async ([email = '', code = '']) => (await reset(email, code, 'a-new-password')).text()),
  );
  expect(answers[0]).toContain('"code-invalid"');
  expect(new Set(answers).size).toBe(1);
  expect(await outbox.mailsTo('nobody@portico.test', 'code')).toEqual([]);
});

test('a new code replaces the former one', async () => {
  const former = await askForCode('dora@portico.test');
  const { code } = await askForCode('dora@portico.test');
  const old = former.code === code ? wrongCode(code) : former.code;
  expect(await readError(await reset('dora@portico.test', old, 'portico-demo-2'))).toBe('400 code-invalid');
  expect((await reset('dora@portico.test', code, 'portico-demo-2')).status).toBe(204);
});

test('a code has five tries, also when they are concurrent', async () => {
  const { code } = await askForCode('bruno@portico.test');
  const wrong = () => reset('bruno@portico.test', wrongCode(code), 'a-new-password');
  const answers = await Promise.all([wrong(), wrong(), wrong(), wrong(), wrong()]);
  expect(new Set(await Promise.all(answers.map(readError)))).toEqual(new Set(['400 code-invalid']));
  expect(await readError(await reset('bruno@portico.test', code, 'a-new-password'))).toBe('400 code-invalid');
});

test('the fifth try still works', async () => {
  const { code } = await askForCode('bruno@portico.test');
  for (let tries = 0; tries < 4; tries++) await reset('bruno@portico.test', wrongCode(code), 'a-new-password');
  expect((await reset('bruno@portico.test', code, 'a-new-password')).status).toBe(204);
});

test('one of two concurrent uses of a code sets the password', async () => {
  const { code } = await askForCode('bruno@portico.test');
  const passwords = ['one-new-password', 'other-new-password'];
  const statuses = await Promise.all(
    passwords.map(async (password) => (await reset('bruno@portico.test', code, password)).status),
  );
  expect([...statuses].sort()).toEqual([204, 400]);
  const taken = passwords[statuses.indexOf(204)] ?? '';
  expect((await server.signIn('bruno@portico.test', taken)).token).not.toBe('');
});

test('a code is valid for 10 minutes', async () => {
  const { code } = await askForCode('bruno@portico.test');
  server.passSeconds(10 * 60 + 1);
  expect(await readError(await reset('bruno@portico.test', code, 'a-new-password'))).toBe('400 code-invalid');
});

test('a code that is valid is not deleted with the expired ones', async () => {
  const { code } = await askForCode('bruno@portico.test');
  const { database, dataFolder, now } = server;
  const services = { background: createBackgroundTasks(() => {}), database, environment: readEnvironment({}), now };
  await deleteTooOld(services, dataFolder);
  expect((await reset('bruno@portico.test', code, 'a-new-password')).status).toBe(204);
});

test('a disabled user gets no code', async () => {
  const former = (await outbox.mailsTo('carla@portico.test', 'code')).length;
  await server.operate('PATCH', 'users/carla@portico.test', { disabled: true });
  expect((await ask('carla@portico.test')).status).toBe(202);
  // Requested later, so Carla's mail would be there.
  await askForCode('bruno@portico.test');
  await server.operate('PATCH', 'users/carla@portico.test', { disabled: false });
  expect(await outbox.mailsTo('carla@portico.test', 'code')).toHaveLength(former);
});

test('a code is refused once its user is disabled', async () => {
  const { code } = await askForCode('carla@portico.test');
  await server.operate('PATCH', 'users/carla@portico.test', { disabled: true });
  expect(await readError(await reset('carla@portico.test', code, 'a-new-password'))).toBe('400 code-invalid');
  await server.operate('PATCH', 'users/carla@portico.test', { disabled: false });
});

test('a code sets the password of its user only, and the later code of another user stays valid', async () => {
  const [one, other] = [await askForCode('ana@portico.test'), await askForCode('dora@portico.test')];
  expect((await reset('ana@portico.test', one.code, 'a-password-of-ana')).status).toBe(204);
  expect((await reset('dora@portico.test', other.code, 'a-password-of-dora')).status).toBe(204);
  expect((await server.signIn('ana@portico.test', 'a-password-of-ana')).token).not.toBe('');
});

test.each([
  ['short', 'password-too-short'],
  ['x'.repeat(129), 'password-too-long'],
  ['password123', 'password-too-common'],
  ['Manchester24', 'password-too-common'],
  ['bruno@portico.test', 'password-same-as-email'],
])('refuses the password "%s" by its rule and the code stays valid', async (bad, rule) => {
  server.passSeconds(60 * 60);
  const { code } = await askForCode('bruno@portico.test');
  for (let tries = 0; tries < 6; tries++) {
    expect(await readError(await reset('bruno@portico.test', code, bad))).toBe(`400 ${rule}`);
  }
  expect(await readError(await reset('bruno@portico.test', '12345', 'a-good-password'))).toBe('400 code-invalid');
  expect((await reset('bruno@portico.test', code, 'a-good-password')).status).toBe(204);
});

test('the message of a rule is in the language of the request', async () => {
  const response = await reset('bruno@portico.test', '123456', 'short', { 'accept-language': 'en' });
  expect(await response.json()).toEqual({
    code: 'password-too-short',
    message: 'The password needs 10 characters at least.',
  });
});

test('five wrong codes invalidate the code, not the account', async () => {
  server.passSeconds(60 * 60);
  const { code } = await askForCode('bruno@portico.test');
  for (let tries = 0; tries < 5; tries++) await reset('bruno@portico.test', wrongCode(code), 'a-new-password');
  const next = await askForCode('bruno@portico.test');
  expect((await reset('bruno@portico.test', next.code, 'a-new-password')).status).toBe(204);
  expect((await server.signIn('bruno@portico.test', 'a-new-password')).token).not.toBe('');
});
