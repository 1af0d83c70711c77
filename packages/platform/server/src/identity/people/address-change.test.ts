import { auditRecordListSchema, personSchema } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { users as accounts } from '../account-tables';
import { knownDevices, sessions } from '../session-tables';

const server = testServer({ PORTICO_DEMO: 'off' }, { configuration: { hosts: { localhost: 'acme' } } });
const outbox = createOutbox(server);
const password = 'a-good-password';
beforeAll(() => server.operate('POST', 'tenants', { key: 'acme', name: 'Acme' }));
let users = 0;

async function addUser(first: string | null = password): Promise<string> {
  const email = `user${++users}@acme.test`;
  await server.operate('POST', 'users', {
    email,
    name: 'Ana',
    tenant: 'acme',
    ...(first !== null && { password: first }),
  });
  return email;
}

const start = (email: string, next: string) => server.operate('PUT', `users/${email}/address`, { email: next });

const read = async (email: string) =>
  v.parse(personSchema, await (await server.operate('GET', `users/${email}`)).json());

async function startAndGetCode(email: string, next: string): Promise<string> {
  return codeIn(await outbox.nextMailTo(next, 'code', () => start(email, next)));
}

const prove = (token: string, proof: object = { password }) =>
  server.call('POST', '/api/auth/confirmation', { token, body: proof });

const enter = (token: string, code: string) => server.call('PUT', '/api/auth/address', { token, body: { code } });

async function confirm(token: string, code: string): Promise<Response> {
  expect((await prove(token)).status).toBe(204);
  return enter(token, code);
}

test('an address changes when its user confirms it, and both addresses are told', async () => {
  const [email, next] = [await addUser(), 'new-ana@acme.test'];
  const [session, other] = [await server.signIn(email, password), await server.signIn(email, password)];
  const code = await startAndGetCode(email, next);
  expect((await outbox.mailsTo(email, 'notice')).at(-1)).toContain(next);
  expect(await read(email)).toMatchObject({ email, address_change: { email: next } });
  expect(await (await server.call('GET', '/api/users/me', session)).json()).toMatchObject({ email, new_email: next });

  expect((await confirm(session.token, code)).status).toBe(204);
  expect(await (await server.call('GET', '/api/users/me', session)).json()).not.toHaveProperty('new_email');
  expect((await server.call('GET', '/api/users/me', other)).status).toBe(401);
  expect(await readError(await server.operate('GET', `users/${email}`))).toBe('404 user-unknown');
  expect((await server.signIn(next, password)).token).not.toBe('');
});

test('whoever has the console and the new address has neither the account nor a way to it', async () => {
  const [email, next] = [await addUser(), 'attacker@evil.test'];
  const code = await startAndGetCode(email, next);
  expect((await server.call('PUT', '/api/auth/address', { body: { code } })).status).toBe(401);
  // A code for a new password goes to the present address only.
  expect((await server.call('POST', '/api/auth/recover', { body: { email: next } })).status).toBe(202);
  await outbox.nextMailTo(email, 'code', () => server.operate('POST', `users/${email}/reset`));
  expect(await outbox.mailsTo(next, 'code')).toHaveLength(1);
  const body = { email: next, code, password: 'attackers-password' };
  expect(await readError(await server.call('PUT', '/api/auth/recover', { body }))).toBe('400 code-invalid');
  // A stolen session is no proof.
  const { token } = await server.signIn(email, password);
  expect(await readError(await prove(token, { password: 'guess' }))).toBe('403 wrong-password');
  expect(await readError(await enter(token, code))).toBe('403 confirmation-needed');
  expect(await read(email)).toMatchObject({ email });
});

test('the user stops a change, and so does an administrator', async () => {
  const email = await addUser();
  const { token } = await server.signIn(email, password);
  for (const stop of [
    () => server.call('DELETE', '/api/auth/address', { token }),
    () => server.operate('DELETE', `users/${email}/address`),
  ]) {
    const code = await startAndGetCode(email, `stopped${++users}@acme.test`);
    expect((await stop()).status).toBe(204);
    expect(await readError(await confirm(token, code))).toBe('400 code-invalid');
    expect(await readError(await stop())).toBe('404 address-change-unknown');
  }
});

test('a code has five tries and seven days, and a new one replaces it', async () => {
  const email = await addUser();
  const { token } = await server.signIn(email, password);
  const first = await startAndGetCode(email, 'first@acme.test');
  const second = await startAndGetCode(email, 'second@acme.test');
  if (first !== second) expect(await readError(await confirm(token, first))).toBe('400 code-invalid');
  for (let tries = 0; tries < 5; tries++) await confirm(token, wrongCode(second));
  expect(await readError(await confirm(token, second))).toBe('400 code-invalid');

  const third = await startAndGetCode(email, 'third@acme.test');
  server.passSeconds(7 * 24 * 3600);
  const { token: later } = await server.signIn(email, password);
  expect(await readError(await confirm(later, third))).toBe('400 code-invalid');
});

test('an address of another user is refused', async () => {
  const [email, taken] = [await addUser(), await addUser()];
  const { token } = await server.signIn(email, password);
  const code = await startAndGetCode(email, taken);
  expect(await readError(await confirm(token, code))).toBe('409 user-exists');
  expect(await readError(await start(email, email))).toBe('409 address-unchanged');
});

test('an account that nobody has used changes immediately: its first password needs the new address', async () => {
  const [email, next] = [await addUser(null), 'right@acme.test'];
  expect(await (await start(email, next)).json()).toMatchObject({ email: next });
  expect(await read(next)).toMatchObject({ email: next, state: 'no-password' });
  const mail = await outbox.nextMailTo(next, 'code', () =>
    server.call('POST', '/api/auth/recover', { body: { email: next } }),
  );
  const body = { email: next, code: codeIn(mail), password };
  expect((await server.call('PUT', '/api/auth/recover', { body })).status).toBe(204);
});

describe('an account without a password that its user signs in to', () => {
  /** Signs a user in who then has no password, as one who signs in by a provider. */
  async function signInWithout() {
    const email = await addUser();
    const { token } = await server.signIn(email, password);
    await server.database.update(accounts).set({ passwordHash: null }).where(eq(accounts.email, email));
    return { email, token };
  }

  test('keeps its address until the user proves both, whoever starts the change', async () => {
    const { email, token } = await signInWithout();
    for (const [next, begin] of [
      [`console-${email}`, () => start(email, `console-${email}`)],
      [`own-${email}`, () => startOwn(token, `own-${email}`)],
    ] as const) {
      const code = codeIn(await outbox.nextMailTo(next, 'code', begin));
      expect(await read(email)).toMatchObject({ email, address_change: { email: next } });
      expect(await readError(await enter(token, code))).toBe('403 confirmation-needed');
    }
    const code = codeIn((await outbox.mailsTo(`own-${email}`, 'code')).at(-1) ?? '');
    const mail = await outbox.nextMailTo(email, 'code', () =>
      server.call('POST', '/api/auth/confirmation/code', { token, body: {} }),
    );
    expect((await prove(token, { mailed_code: codeIn(mail) })).status).toBe(204);
    expect((await enter(token, code)).status).toBe(204);
    expect(await read(`own-${email}`)).toMatchObject({ email: `own-${email}`, address_change: null });
  });

  test.each([
    ['a browser that it knows', knownDevices],
    ['a session', sessions],
  ])('counts as used by %s alone', async (_name, kept) => {
    const { email } = await signInWithout();
    const [user] = await server.database.select().from(accounts).where(eq(accounts.email, email));
    for (const table of [knownDevices, sessions])
      if (table !== kept) await server.database.delete(table).where(eq(table.userId, user?.id ?? ''));
    expect(await (await start(email, `next-${email}`)).json()).toMatchObject({ email });
    await server.database.delete(kept).where(eq(kept.userId, user?.id ?? ''));
    expect(await (await start(email, `next-${email}`)).json()).toMatchObject({ email: `next-${email}` });
  });
});

const startOwn = (token: string, email: string) => server.call('POST', '/api/auth/address', { token, body: { email } });

describe('a change that the user starts', () => {
  test('is mailed to both addresses, and takes effect when the new one is proved', async () => {
    const [email, next] = [await addUser(), 'own-choice@acme.test'];
    const { token } = await server.signIn(email, password);
    const mail = await outbox.nextMailTo(next, 'code', async () =>
      expect((await startOwn(token, ' Own-Choice@acme.test ')).status).toBe(204),
    );
    expect((await outbox.mailsTo(email, 'notice')).at(-1)).toContain(next);
    expect(await read(email)).toMatchObject({ email, address_change: { email: next } });
    expect((await confirm(token, codeIn(mail))).status).toBe(204);
    expect(await read(next)).toMatchObject({ email: next, address_change: null });
  });

  test('is in the audit log of the tenant', async () => {
    const { token } = await server.signIn(await addUser(), password);
    const next = `audited${++users}@acme.test`;
    const code = codeIn(await outbox.nextMailTo(next, 'code', () => startOwn(token, next)));
    await confirm(token, wrongCode(code));
    expect((await enter(token, code)).status).toBe(204);
    await startOwn(token, `dropped-${next}`);
    expect((await server.call('DELETE', '/api/auth/address', { token })).status).toBe(204);
    const listed = await server.operate('GET', `tenants/acme/audit?user=${next}`);
    const actions = v.parse(auditRecordListSchema, await listed.json()).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('address-'))).toEqual([
      'address-change-started',
      'address-change-refused',
      'address-changed',
      'address-change-started',
      'address-change-stopped',
    ]);
  });

  test('tells of no other account, and needs a session and another e-mail', async () => {
    const [email, taken] = [await addUser(), await addUser()];
    const { token } = await server.signIn(email, password);
    expect((await startOwn(token, taken)).status).toBe(204);
    expect(await readError(await startOwn(token, email))).toBe('409 address-unchanged');
    expect(await readError(await startOwn(token, 'nonsense'))).toBe('400 invalid-request');
    expect(await readError(await startOwn('none', taken))).toBe('401 not-authenticated');
    expect(await read(email)).toMatchObject({ email });
  });

  test('mails ten times an hour at most, to one address or from one account', async () => {
    const { token } = await server.signIn(await addUser(), password);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await startOwn(token, `flood${count}@acme.test`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
  });
});
