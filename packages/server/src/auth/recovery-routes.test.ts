import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { errorOf } from '../testing/test-client';
import { waitFor } from '../testing/wait-for';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, startTimeoutMilliseconds);
afterAll(() => server.stop());

const outbox = async () => {
  const folder = path.join(server.dataFolder, 'outbox');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.sort().map((file) => readFile(path.join(folder, file), 'utf8')));
};

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/auth/recover', { body: { email }, headers });

async function askForCode(email: string, headers: Record<string, string> = {}) {
  const former = (await outbox()).length;
  expect((await ask(email, headers)).status).toBe(202);
  const mail = await waitFor(async () => (await outbox())[former]);
  return { mail, code: /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? '' };
}

const reset = (email: string, code: string, password: string) =>
  server.call('PUT', '/api/auth/recover', { body: { email, code, password } });

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('a mailed code sets the password once and ends the sessions', async () => {
  const session = await server.signIn('ana@portico.test');
  const { code, mail } = await askForCode('ana@portico.test');
  expect(mail).toMatch(/^To: ana@portico\.test\r?$/m);
  expect((await reset('ana@portico.test', ` ${code.slice(0, 3)} ${code.slice(3)}`, 'a-new-password')).status).toBe(204);
  expect((await server.call('GET', '/api/auth/validate', { token: session.token })).status).toBe(401);
  expect((await server.signIn('ana@portico.test', 'a-new-password')).token).not.toBe('');
  expect(await errorOf(await reset('ana@portico.test', code, 'another-password'))).toBe('400 code-invalid');
});

test('the mail is in the language of the request', async () => {
  expect((await askForCode('bruno@portico.test')).mail).toMatch(/^Subject: .*Seu|^Subject: =\?UTF-8/m);
  expect((await askForCode('bruno@portico.test', { 'accept-language': 'en' })).mail).toContain('Hello Bruno Lima');
});

test('nobody can tell which e-mails are known', async () => {
  const known = await ask('carla@portico.test');
  const mails = await waitFor(async () => {
    const all = await outbox();
    return all.some((mail) => mail.includes('carla@portico.test')) ? all : undefined;
  });
  const unknown = await ask('nobody@portico.test');
  expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
  expect(await errorOf(await reset('nobody@portico.test', '123456', 'a-new-password'))).toBe('400 code-invalid');
  expect((await outbox()).length).toBe(mails.length);
});

test('a new code replaces the former one', async () => {
  const former = await askForCode('dora@portico.test');
  const { code } = await askForCode('dora@portico.test');
  expect(
    (await reset('dora@portico.test', former.code === code ? wrong(code) : former.code, 'a-new-password')).status,
  ).toBe(400);
  expect((await reset('dora@portico.test', code, 'a-new-password')).status).toBe(204);
});

test('five tries are all there are', async () => {
  const { code } = await askForCode('bruno@portico.test');
  for (let tries = 0; tries < 5; tries++) {
    expect(await errorOf(await reset('bruno@portico.test', wrong(code), 'a-new-password'))).toBe('400 code-invalid');
  }
  expect(await errorOf(await reset('bruno@portico.test', code, 'a-new-password'))).toBe('400 code-invalid');
});

test('a code is good for 15 minutes', async () => {
  const { code } = await askForCode('bruno@portico.test');
  server.passSeconds(15 * 60 + 1);
  expect(await errorOf(await reset('bruno@portico.test', code, 'a-new-password'))).toBe('400 code-invalid');
});

test.each(['short', 'password123', 'bruno@portico.test'])(
  'refuses the password "%s" and keeps the code',
  async (bad) => {
    const { code } = await askForCode('bruno@portico.test');
    expect(await errorOf(await reset('bruno@portico.test', code, bad))).toBe('400 invalid-request');
    expect((await reset('bruno@portico.test', code, 'a-good-password')).status).toBe(204);
  },
);
