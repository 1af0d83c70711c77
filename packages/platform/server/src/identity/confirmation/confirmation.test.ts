import { eq } from 'drizzle-orm';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { setUpFactor } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { passkeyCalls } from '../../testing/test-passkeys';
import { users } from '../account-tables';
import { passkeys } from '../proof-tables';

// Runs on PGlite and on PostgreSQL.

const server = testServer();
const { add, confirm, getOptions, post } = passkeyCalls(server);
const outbox = createOutbox(server);
const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

async function readState(token: string): Promise<unknown> {
  return (await server.call('GET', '/api/auth/confirmation', { token })).json();
}

test('a password is a proof for ten minutes', async () => {
  const { token } = await server.signIn(ana);
  expect(await readState(token)).toEqual({ confirmed_until: null, methods: ['password'], providers: [] });
  expect(await readError(await confirm(token, 'wrong-password'))).toBe('403 wrong-password');
  expect((await confirm(token)).status).toBe(204);
  expect(await readState(token)).toMatchObject({ confirmed_until: expect.any(String) });
  server.passSeconds(601);
  expect(await readState(token)).toMatchObject({ confirmed_until: null });
});

test('a user with a password gets no code by mail', async () => {
  const { token } = await server.signIn(ana);
  expect(await readError(await post('auth/confirmation/code', token))).toBe('409 no-mailed-confirmation');
  expect(await readError(await post('auth/confirmation', token, { mailed_code: '123456' }))).toBe('403 code-invalid');
});

test('a user with a second factor gets no code by mail, without a password too', async () => {
  const email = 'factor@portico.test';
  await server.operate('POST', 'users', { email, name: 'Eva', password: 'portico-demo', tenant: 'smsa' });
  const { token } = await server.signIn(email);
  await confirm(token);
  await setUpFactor(server, token);
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.email, email));
  expect(await readState(token)).toMatchObject({ methods: ['code'] });
  expect(await readError(await post('auth/confirmation/code', token))).toBe('409 no-mailed-confirmation');
});

test('a user without a password proves by a mailed code, once, and removes a lost passkey', async () => {
  const { token } = await server.signIn(bruno);
  await confirm(token);
  await add(token);
  server.passSeconds(601);
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.email, bruno));
  expect(await readState(token)).toMatchObject({ confirmed_until: null, methods: ['passkey', 'mailed-code'] });

  const ask = () => outbox.nextMailTo(bruno, 'code', () => post('auth/confirmation/code', token));
  const former = codeIn(await ask());
  const code = codeIn(await ask());
  const reset = { email: bruno, code, password: 'a-new-password' };
  expect(await readError(await server.call('PUT', '/api/auth/recover', { body: reset }))).toBe('400 code-invalid');
  const prove = (mailed_code: string) => post('auth/confirmation', token, { mailed_code });
  expect(await readError(await prove(wrongCode(code)))).toBe('403 code-invalid');
  if (former !== code) expect(await readError(await prove(former))).toBe('403 code-invalid');
  expect((await prove(code)).status).toBe(204);
  expect(await readError(await prove(code))).toBe('403 code-invalid');

  const [passkey] = await (await server.call('GET', '/api/auth/passkeys', { token })).json();
  expect((await server.call('DELETE', `/api/auth/passkeys/${passkey.id}`, { token })).status).toBe(204);
});

test('a mailed code has five tries', async () => {
  const { token } = await server.signIn('carla@portico.test');
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.email, 'carla@portico.test'));
  const mail = await outbox.nextMailTo('carla@portico.test', 'code', () => post('auth/confirmation/code', token));
  const prove = (mailed_code: string) => post('auth/confirmation', token, { mailed_code });
  for (let time = 0; time < 5; time++) await prove(wrongCode(codeIn(mail)));
  expect(await readError(await prove(codeIn(mail)))).toBe('403 code-invalid');
});

test('tries are limited, whatever the proof', async () => {
  const { token } = await server.signIn('dora@portico.test');
  const answers: string[] = [];
  for (let time = 0; time < 12; time++) answers.push(await readError(await confirm(token, 'wrong-password')));
  expect(answers.slice(-2)).toEqual(['429 too-many-tries', '429 too-many-tries']);
  expect(await readError(await post('auth/confirmation', token, { mailed_code: '123456' }))).toBe('429 too-many-tries');
});

test('a passkey is a proof in the console', async () => {
  await server.operate('PUT', 'roles', { email: ana, granted: { role: 'operator' } });
  const { token } = await server.signIn(ana);
  await confirm(token);
  const authenticator = await add(token);
  server.passSeconds(601);
  const readSelf = async () => (await server.call('GET', '/api/operator/self', { token })).json();
  expect(await readSelf()).toMatchObject({ confirmed_until: null });
  expect(await readState(token)).toMatchObject({ methods: ['password', 'passkey'] });
  const passkey = authenticator.use(await getOptions());
  expect((await post('operator/confirmation', token, { passkey })).status).toBe(204);
  expect(await readSelf()).toMatchObject({ confirmed_until: expect.any(String) });
});

test('a mailed code of a recovery removes all passkeys, if asked to', async () => {
  const { token } = await server.signIn(ana);
  const count = () => server.database.$count(passkeys);
  await confirm(token);
  await add(token);
  const reset = async (remove_passkeys?: boolean) => {
    const mail = await outbox.nextMailTo(ana, 'code', () => post('auth/recover', undefined, { email: ana }));
    const body = { email: ana, code: codeIn(mail), password: 'a-new-password-7', remove_passkeys };
    return (await server.call('PUT', '/api/auth/recover', { body })).status;
  };
  const before = await count();
  expect(before).toBeGreaterThan(0);
  expect(await reset()).toBe(204);
  expect(await count()).toBe(before);
  expect(await reset(true)).toBe(204);
  expect(await count()).toBe(0);
});
