import { randomBytes, randomUUID } from 'node:crypto';
import { passkeyListSchema } from '@portico/contract';
import { desc, eq, ne } from 'drizzle-orm';
import * as v from 'valibot';
import { createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { createTestAuthenticator } from '../../testing/test-authenticator';
import { readError, readSession } from '../../testing/test-client';
import { passkeyCalls } from '../../testing/test-passkeys';
import { findUserByEmail } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { passkeys } from '../proof-tables';
import { signInProviders } from '../provider-tables';
import { tenants } from '../tenant-tables';
import { passkeysMax } from './passkey-repository';

// Runs on PGlite and on PostgreSQL.

const server = testServer({}, { configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'smsa' } } });
const { add, confirm, getOptions, post, signIn } = passkeyCalls(server);
const outbox = createOutbox(server);
const ana = 'ana@portico.test';

/** A confirmed session. */
async function open(email = ana): Promise<string> {
  const { token } = await server.signIn(email);
  await confirm(token);
  return token;
}

async function list(token: string) {
  return v.parse(passkeyListSchema, await (await server.call('GET', '/api/auth/passkeys', { token })).json());
}

async function readRefusal(): Promise<unknown> {
  const [record] = await server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.action, 'sign-in-refused'))
    .orderBy(desc(auditRecords.id));
  return record?.details.reason;
}

/** The answer of the server, and the reason that only the audit log has. */
async function tryTo(response: Promise<Response>): Promise<unknown[]> {
  return [await readError(await response), await readRefusal()];
}

const refused = '403 passkey-refused';

test('a user adds a passkey, signs in by it, gives it a name and removes it', async () => {
  const token = await open();
  const notice = outbox.nextMailTo(ana, 'notice', () => Promise.resolve());
  const authenticator = await add(token);
  expect(await notice).toMatch(/Subject: .*adicionada/);
  expect(await list(token)).toMatchObject([{ host: 'localhost', last_used_at: null, is_blocked: false }]);

  const signedIn = await readSession(await signIn(authenticator));
  const me = await server.call('GET', '/api/users/me', { token: signedIn.token });
  expect(await me.json()).toMatchObject({ email: ana });
  expect((await server.refresh(signedIn)).token).not.toBe('');

  const [added] = await list(token);
  expect(added?.last_used_at).not.toBeNull();
  const path = `/api/auth/passkeys/${added?.id}`;
  expect((await server.call('PATCH', path, { token, body: { name: ' Phone ' } })).status).toBe(204);
  expect(await readError(await server.call('PATCH', path, { token, body: { name: ' ' } }))).toBe('400 name-missing');
  expect(await list(token)).toMatchObject([{ name: 'Phone' }]);

  const removal = outbox.nextMailTo(ana, 'notice', () => server.call('DELETE', path, { token }));
  expect(await removal).toMatch(/Subject: .*removida/);
  expect(await list(token)).toEqual([]);
  expect(await readError(await server.call('DELETE', path, { token }))).toBe('404 passkey-unknown');
  expect(await tryTo(signIn(authenticator))).toEqual([refused, 'passkey-unknown']);
});

test('the options name neither the user nor their id, and exclude their own passkeys', async () => {
  const token = await open();
  const authenticator = await add(token);
  const options = await (await post('auth/passkeys/options', token)).json();
  const { id } = (await findUserByEmail(server.database, ana)) ?? { id: '' };
  expect(options.options.user.id).toBe(authenticator.getHandle());
  const handle = Buffer.from(options.options.user.id, 'base64url');
  expect(handle).toHaveLength(32);
  expect(handle.toString('latin1')).not.toContain(id);
  expect(options.options).toMatchObject({
    attestation: 'none',
    rp: { id: 'localhost' },
    excludeCredentials: expect.arrayContaining([expect.objectContaining({ id: authenticator.id })]),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(await getOptions()).toMatchObject({ options: { rpId: 'localhost', userVerification: 'required' } });
  expect(JSON.stringify(await getOptions())).not.toContain(authenticator.id);
});

test('a passkey is added and removed only after a proof', async () => {
  const authenticator = await add(await open());
  const { token } = await server.signIn(ana);
  expect(await readError(await post('auth/passkeys/options', token))).toBe('403 confirmation-needed');
  const [passkey] = await list(token);
  const remove = () => server.call('DELETE', `/api/auth/passkeys/${passkey?.id}`, { token });
  expect(await readError(await remove())).toBe('403 confirmation-needed');

  const passkeyProof = authenticator.use(await getOptions());
  expect((await post('auth/confirmation', token, { passkey: passkeyProof })).status).toBe(204);
  expect((await remove()).status).toBe(204);
});

test('options for a new passkey work in their session alone, until the proof ends', async () => {
  const [token, other] = [await open(), await open('bruno@portico.test')];
  const options: unknown = await (await post('auth/passkeys/options', token)).json();
  const authenticator = createTestAuthenticator(server.url);
  const stolen = await post('auth/passkeys', other, authenticator.create(options));
  expect(await readError(stolen)).toBe('403 passkey-expired');
  server.passSeconds(601);
  const late = await post('auth/passkeys', await open(), authenticator.create(options));
  expect(await readError(late)).toBe('403 passkey-expired');
  const unconfirmed = await post('auth/passkeys', token, authenticator.create(options));
  expect(await readError(unconfirmed)).toBe('403 confirmation-needed');
});

/** Answers of authenticators that no signature makes valid. */
const invalid = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another host', { rpId: 'evil.example' }],
  ['of another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['without verification of the user', { isVerified: false }],
] as const;

test.each(invalid)('a new passkey %s is refused', async (_name, variation) => {
  const token = await open();
  const options: unknown = await (await post('auth/passkeys/options', token)).json();
  const sent = createTestAuthenticator(server.url).create(options, variation);
  expect(await readError(await post('auth/passkeys', token, sent))).toBe(refused);
});

test('a challenge for a new passkey is used once', async () => {
  const token = await open();
  const options: unknown = await (await post('auth/passkeys/options', token)).json();
  expect((await post('auth/passkeys', token, createTestAuthenticator(server.url).create(options))).status).toBe(201);
  const again = await post('auth/passkeys', token, createTestAuthenticator(server.url).create(options));
  expect(await readError(again)).toBe('403 passkey-expired');
});

test('a passkey stays with its first user, and a user has a limited number', async () => {
  const [token, other] = [await open(), await open('bruno@portico.test')];
  const authenticator = await add(token);
  const options: unknown = await (await post('auth/passkeys/options', other)).json();
  expect(await readError(await post('auth/passkeys', other, authenticator.create(options)))).toBe('409 passkey-exists');

  const [mine] = await server.database.select().from(passkeys).where(eq(passkeys.credentialId, authenticator.id));
  if (!mine) throw new Error('No passkey.');
  const present = (await list(token)).length;
  const rows = Array.from({ length: passkeysMax - present }, (_, index) => {
    const id = `00000000-0000-4000-8000-0000000000${index.toString().padStart(2, '0')}`;
    return { ...mine, id, credentialId: `copy-${index}` };
  });
  await server.database.insert(passkeys).values(rows);
  const oneMore: unknown = await (await post('auth/passkeys/options', token)).json();
  const full = await post('auth/passkeys', token, createTestAuthenticator(server.url).create(oneMore));
  expect(await readError(full)).toBe('409 passkeys-full');
  await server.database.delete(passkeys).where(eq(passkeys.userId, mine.userId));
});

test('another user neither sees, renames nor removes a passkey, and cannot confirm by it', async () => {
  const token = await open();
  const authenticator = await add(token);
  const [passkey] = await list(token);
  const other = await open('bruno@portico.test');
  expect((await list(other)).map(({ id }) => id)).not.toContain(passkey?.id);
  const path = `/api/auth/passkeys/${passkey?.id}`;
  for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
    expect(await readError(await server.call(method, path, { token: other, body }))).toBe('404 passkey-unknown');
  }
  const proof = { passkey: authenticator.use(await getOptions()) };
  expect(await readError(await post('auth/confirmation', other, proof))).toBe(refused);
});

describe('attackers', () => {
  let authenticator: ReturnType<typeof createTestAuthenticator>;
  beforeAll(async () => {
    authenticator = await add(await open());
  });

  test.each([
    ...invalid.map(([name, variation]) => [name, variation, 'not-verified'] as const),
    ['with the handle of another user', { userHandle: 'another' }, 'passkey-of-another-user'],
    ['that is unknown', { credentialId: randomBytes(16).toString('base64url') }, 'passkey-unknown'],
  ] as const)('a passkey %s does not sign in', async (_name, variation, reason) => {
    const sent = authenticator.use(await getOptions(), variation);
    expect(await tryTo(post('auth/passkey', undefined, sent))).toEqual([refused, reason]);
  });

  test('a signature of another key does not sign in, and blocks nothing, whatever its counter', async () => {
    const forger = createTestAuthenticator(server.url);
    const forged = (counter: number, options: unknown) =>
      forger.use(options, { credentialId: authenticator.id, userHandle: authenticator.getHandle(), counter });
    for (const counter of [0, 4_000_000]) {
      const sent = forged(counter, await getOptions());
      expect(await tryTo(post('auth/passkey', undefined, sent))).toEqual([refused, 'not-verified']);
    }
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('an answer is accepted once, also if two calls send it together', async () => {
    const sent = authenticator.use(await getOptions());
    const answers = await Promise.all([post('auth/passkey', undefined, sent), post('auth/passkey', undefined, sent)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await tryTo(post('auth/passkey', undefined, sent))).toEqual(['403 passkey-expired', 'challenge-used']);
  });

  test('a challenge ends after ten minutes, and one of another purpose is none', async () => {
    const options = await getOptions();
    const token = await open();
    const creation = await (await post('auth/passkeys/options', token)).json();
    const foreign = authenticator.use({ state: creation.state, options: { ...Object(options).options } });
    expect(await tryTo(post('auth/passkey', undefined, foreign))).toEqual([
      '403 passkey-expired',
      'challenge-ended-or-foreign',
    ]);
    server.passSeconds(601);
    const late = await post('auth/passkey', undefined, authenticator.use(options));
    expect(await readError(late)).toBe('403 passkey-expired');
  });

  test('a page of another origin gets no challenge, and its answer is refused', async () => {
    const evil = 'https://evil.example';
    expect(await readError(await post('auth/passkey/options', undefined, {}, evil))).toBe('403 origin-not-allowed');
    const sent = authenticator.use(await getOptions());
    expect(await readError(await post('auth/passkey', undefined, sent, evil))).toBe('403 origin-not-allowed');
  });

  test('a passkey works at its own host only, also in the same tenant', async () => {
    const { port } = new URL(server.url);
    const elsewhere = `http://127.0.0.1:${port}`;
    const call = (path: string, body: object) =>
      fetch(`${elsewhere}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: elsewhere },
        body: JSON.stringify(body),
      });
    const options: unknown = await (await call('auth/passkey/options', {})).json();
    const sent = authenticator.use(options, { origin: elsewhere });
    expect(await tryTo(call('auth/passkey', sent))).toEqual([refused, 'passkey-of-another-host']);
    const moved = authenticator.use(await getOptions());
    expect(await tryTo(call('auth/passkey', moved))).toEqual([refused, 'challenge-of-another-page']);
  });

  test('neither a disabled user nor one who is no member signs in, nor anybody where only the provider does', async () => {
    const own = await add(await open('carla@portico.test'));
    const provider = { name: 'Acme', issuer: 'https://id.example', clientId: 'portal', clientSecret: '' };
    await server.database
      .insert(signInProviders)
      .values({ id: randomUUID(), tenant: 'smsa', ...provider, createdAt: server.now() });
    const setPasswordsOff = (passwordsOff: boolean) =>
      server.database.update(tenants).set({ passwordsOff }).where(eq(tenants.key, 'smsa'));
    await setPasswordsOff(true);
    expect(await tryTo(signIn(own))).toEqual([refused, 'provider-only']);
    await setPasswordsOff(false);
    await server.operate('PATCH', 'users/carla@portico.test', { disabled: true });
    expect(await tryTo(signIn(own))).toEqual([refused, 'disabled']);
    await server.operate('PATCH', 'users/carla@portico.test', { disabled: false });
    expect((await signIn(own)).status).toBe(200);
    await server.operate('DELETE', 'tenants/smsa/users/carla@portico.test');
    expect(await tryTo(signIn(own))).toEqual([refused, 'not-a-member']);
  });

  test('a counter that goes back blocks the passkey, which the log tells and the user sees', async () => {
    await server.database.delete(passkeys).where(ne(passkeys.credentialId, authenticator.id));
    await signIn(authenticator);
    const copied = authenticator.use(await getOptions(), { counter: 1 });
    expect(await readError(await post('auth/passkey', undefined, copied))).toBe('403 passkey-blocked');
    expect(await readError(await signIn(authenticator))).toBe('403 passkey-blocked');
    const isBlocking = eq(auditRecords.action, 'passkey-blocked');
    expect(await server.database.select().from(auditRecords).where(isBlocking)).toMatchObject([
      { details: { counter: 1, before: expect.any(Number) } },
    ]);
    const token = await open();
    expect(await list(token)).toContainEqual(expect.objectContaining({ is_blocked: true }));
    const methods = await (await server.call('GET', '/api/auth/confirmation', { token })).json();
    expect(methods).toMatchObject({ methods: ['password'] });
  });

  test('tries from one address are limited', async () => {
    const answers = new Set<string>();
    for (let time = 0; time < 40; time++) {
      const sent = authenticator.use(await getOptions(), { userHandle: 'another' });
      answers.add(await readError(await post('auth/passkey', undefined, sent)));
    }
    expect([...answers]).toEqual([refused, '429 too-many-tries']);
    server.passSeconds(3600);
  });
});

test('an authenticator without a counter signs in again and again', async () => {
  const authenticator = await add(await open('dora@portico.test'));
  for (let time = 0; time < 2; time++) {
    const sent = authenticator.use(await getOptions(), { counter: 0 });
    expect((await post('auth/passkey', undefined, sent)).status).toBe(200);
  }
});
