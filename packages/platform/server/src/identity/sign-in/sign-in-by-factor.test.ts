// Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import * as v from 'valibot';
import { createFactorUsers } from '../../testing/factor-users';
import { openBrowser, type TestBrowser } from '../../testing/open-browser';
import { createAuthenticator, setUpFactor } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { readError, readSession } from '../../testing/test-client';
import { users } from '../account-tables';
import { auditRecords } from '../audit-tables';
import { passkeys } from '../proof-tables';
import { signInProviders } from '../provider-tables';
import { tenants } from '../tenant-tables';

const server = testServer(
  { TRUST_PROXY: 'loopback' },
  { configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } } },
);
const { addProtected, addUser, answer, openWaiting } = createFactorUsers(server);
beforeEach(() => server.passSeconds(24 * 60 * 60));

/** Lists the sign-ins of a user with their methods, the refused ones too, as the log has them. */
async function listMethods(email: string) {
  const records = await server.database
    .select({ action: auditRecords.action, details: auditRecords.details })
    .from(auditRecords)
    .innerJoin(users, eq(users.id, auditRecords.userId))
    .where(and(eq(users.email, email), like(auditRecords.action, 'sign-in%')))
    .orderBy(auditRecords.id);
  return records.map(({ action, details }) => `${action} ${v.parse(v.object({ method: v.string() }), details).method}`);
}

describe('sign-in', () => {
  it('starts no session by the password alone, and one by a code, with spaces too', async () => {
    const { email, getCode } = await addProtected();
    const browser = await openWaiting(email);
    expect([...browser.jar.keys()]).toEqual(['__Host-portico-factor']);
    expect(await readError(await browser.call('POST', '/api/auth/refresh'))).toBe('401 no-session');
    const code = getCode();
    const { token } = await readSession(await answer(browser, `${code.slice(0, 3)} ${code.slice(3)}`));
    expect((await server.call('GET', '/api/users/me', { token })).status).toBe(200);
    expect(browser.jar.has('__Host-portico-factor')).toBe(false);
    expect(await listMethods(email)).toEqual(['sign-in password', 'sign-in one-time-code']);
  });

  it.each([-1, 1])('takes the code of a clock that differs by %d step', async (step) => {
    const { email, getCode } = await addProtected();
    expect((await answer(await openWaiting(email), getCode(step))).status).toBe(200);
  });

  it.each([-2, 2])('refuses the code of a clock that differs by %d steps', async (step) => {
    const { email, getCode } = await addProtected();
    expect(await readError(await answer(await openWaiting(email), getCode(step)))).toBe('401 second-factor-wrong');
  });

  it('takes a code once, also of two calls at the same time, and no older one afterwards', async () => {
    const { email, getCode } = await addProtected();
    const browsers = [await openWaiting(email), await openWaiting(email), await openWaiting(email)] as const;
    const statuses = await Promise.all([answer(browsers[0], getCode()), answer(browsers[1], getCode())]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await readError(await answer(browsers[2], getCode()))).toBe('401 second-factor-wrong');
    expect(await readError(await answer(browsers[2], getCode(-1)))).toBe('401 second-factor-wrong');
    expect((await answer(browsers[2], getCode(1))).status).toBe(200);
  });

  it('takes each recovery code once, as it is typed', async () => {
    const { email, recoveryCodes } = await addProtected();
    const [code = ''] = recoveryCodes;
    const { token } = await readSession(await answer(await openWaiting(email), ` ${code.toUpperCase()} `));
    expect(await readError(await answer(await openWaiting(email), code))).toBe('401 second-factor-wrong');
    expect(await (await server.call('GET', '/api/auth/factor', { token })).json()).toMatchObject({
      recovery_codes_left: 9,
    });
    expect((await listMethods(email)).slice(1)).toEqual(['sign-in recovery-code', 'sign-in-refused recovery-code']);
  });

  it('refuses codes of another account', async () => {
    const [{ email }, other] = [await addProtected(), await addProtected()];
    const browser = await openWaiting(email);
    for (const code of [other.getCode(), other.recoveryCodes[0] ?? '']) {
      expect(await readError(await answer(browser, code))).toBe('401 second-factor-wrong');
    }
  });

  it('counts codes that are tried ten at a time, and tells the audit log', async () => {
    const { email, getCode } = await addProtected();
    const browser = await openWaiting(email);
    const guesses = Array.from({ length: 30 }, (_, index) => answer(browser, String(index).padStart(6, '0')));
    const answers = await Promise.all((await Promise.all(guesses)).map(readError));
    expect(answers.filter((error) => error === '401 second-factor-wrong')).toHaveLength(10);
    expect(answers.filter((error) => error === '429 too-many-tries')).toHaveLength(20);
    // Another browser, at another address, with the right code.
    expect(await readError(await answer(await openWaiting(email), getCode()))).toBe('429 too-many-tries');
    const [user] = await server.database.select().from(users).where(eq(users.email, email));
    const records = await server.database
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.userId, user?.id ?? ''));
    expect(records).toContainEqual(expect.objectContaining({ action: 'second-factor-asked' }));
    expect(records).toContainEqual(
      expect.objectContaining({
        action: 'sign-in-refused',
        details: { browser: '', method: 'one-time-code', reason: 'second-factor-wrong', system: '' },
      }),
    );
    // The help desk lifts it.
    await server.operate('POST', `users/${email}/unlock`);
    expect((await answer(await openWaiting(email), getCode())).status).toBe(200);
  });

  it('limits the guesses of a network, whatever the account', async () => {
    const ip = '10.99.0.1';
    let refused = '';
    for (let account = 0; account < 5 && refused === ''; account++) {
      const { email } = await addProtected();
      const browser = openBrowser(server, ip);
      await browser.enter(email);
      for (let guess = 0; guess < 9; guess++) {
        const error = await readError(await answer(browser, String(guess).padStart(6, '0')));
        if (error === '429 too-many-tries') refused = error;
      }
    }
    expect(refused).toBe('429 too-many-tries');
  });

  it.each<[string, (browser: TestBrowser, email: string) => Promise<unknown> | unknown]>([
    ['without a cookie', ({ jar }) => jar.clear()],
    ['with a changed one', ({ jar }) => jar.set('__Host-portico-factor', 'a.b.c.d.e')],
    ['after ten minutes', () => server.passSeconds(601)],
    [
      'after a change of the password',
      async (_browser, email) => server.database.update(users).set({ passwordHash: 'x' }).where(eq(users.email, email)),
    ],
    ['of a disabled user', async (_browser, email) => server.operate('PATCH', `users/${email}`, { disabled: true })],
  ])('%s waits for no code', async (_case, change) => {
    const { email, getCode } = await addProtected();
    const browser = await openWaiting(email);
    await change(browser, email);
    expect(await readError(await answer(browser, getCode()))).toBe('401 second-factor-expired');
  });

  it('waits in its own tenant only', async () => {
    const { email, getCode } = await addProtected();
    await server.operate('PUT', 'roles', { email, granted: { role: 'auditor', tenant: 'finouro' } });
    const { jar } = await openWaiting(email);
    const cookie = `__Host-portico-factor=${jar.get('__Host-portico-factor')}`;
    const elsewhere = server.url.replace('localhost', '127.0.0.1');
    const response = await fetch(`${elsewhere}/api/auth/factor`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ code: getCode() }),
    });
    expect(await readError(response)).toBe('401 second-factor-expired');
  });

  it('refuses the page of another origin, and a malformed code', async () => {
    const { email, getCode } = await addProtected();
    const browser = await openWaiting(email);
    const headers = { origin: 'https://evil.test' };
    const foreign = await browser.call('POST', '/api/auth/factor', { body: { code: getCode() }, headers });
    expect(await readError(foreign)).toBe('403 origin-not-allowed');
    expect(await readError(await answer(browser, '12345'))).toBe('400 code-invalid');
  });
});

describe('a trusted browser', () => {
  async function trust() {
    const person = await addProtected();
    const browser = await openWaiting(person.email);
    const { token } = await readSession(await answer(browser, person.getCode(), true));
    return { ...person, browser, token };
  }

  it('needs no code for 30 days, and others do', async () => {
    const { browser, email } = await trust();
    server.passSeconds(29 * 24 * 60 * 60);
    expect((await browser.enter(email)).status).toBe(200);
    await openWaiting(email);
    server.passSeconds(2 * 24 * 60 * 60);
    expect(await readError(await browser.enter(email))).toBe('401 second-factor-needed');
  });

  it('is not trusted with another account, whose cookie it copies', async () => {
    const { browser } = await trust();
    const other = await addProtected();
    expect(await readError(await browser.enter(other.email))).toBe('401 second-factor-needed');
    const thief = openBrowser(server);
    const own = (
      await (async () => {
        const session = await openWaiting(other.email);
        await answer(session, other.getCode(), false);
        return session;
      })()
    ).jar.get('__Host-portico-known');
    thief.jar.set('__Host-portico-known', `${browser.jar.get('__Host-portico-known')}~${own}`);
    expect(await readError(await thief.enter(other.email))).toBe('401 second-factor-needed');
  });

  it.each<[string, (person: Awaited<ReturnType<typeof trust>>) => Promise<unknown>]>([
    ['another factor', ({ token }) => setUpFactor(server, token)],
    [
      'another password',
      ({ token }) =>
        server.call('PUT', '/api/auth/password', {
          token,
          body: { current_password: 'portico-demo', new_password: 'portico-demo-2' },
        }),
    ],
    [
      'its end in the list',
      async ({ token }) => {
        const devices = await (await server.call('GET', '/api/auth/devices', { token })).json();
        const [{ id }] = devices.filter((device: { trusted_until: string | null }) => device.trusted_until !== null);
        return server.call('DELETE', `/api/auth/devices/${id}`, { token });
      },
    ],
  ])('is no longer trusted after %s', async (change, make) => {
    const person = await trust();
    await make(person);
    const password = change === 'another password' ? 'portico-demo-2' : 'portico-demo';
    expect(await readError(await person.browser.enter(person.email, password))).toBe('401 second-factor-needed');
  });
});

describe('a tenant that requires a second factor', () => {
  const require = (required: boolean) => server.operate('PUT', 'tenants/smsa/second-factor', { required });
  afterEach(() => require(false));

  it('leads those without one to set it up before anything else', async () => {
    const { email, token: before } = await addUser();
    expect((await require(true)).status).toBe(204);
    // A session from before stays, and may not remove a factor.
    expect((await server.call('GET', '/api/users/me', { token: before })).status).toBe(200);
    const browser = openBrowser(server);
    expect(await readError(await browser.enter(email))).toBe('401 second-factor-setup-needed');
    expect(await readError(await browser.call('POST', '/api/auth/refresh'))).toBe('401 no-session');
    const { secret, setup } = await (await browser.call('POST', '/api/auth/factor/setup')).json();
    const getCode = createAuthenticator(server, secret);
    const finish = () =>
      browser.call('PUT', '/api/auth/factor/setup', { body: { setup, code: getCode(), trust: true } });
    const copy = openBrowser(server);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    const { access_token: token, recovery_codes } = await (await finish()).json();
    expect(recovery_codes).toHaveLength(10);
    expect((await server.call('GET', '/api/users/me', { token })).status).toBe(200);
    // A copied cookie sets up nothing more, since the password alone must not replace a factor.
    expect(await readError(await copy.call('POST', '/api/auth/factor/setup'))).toBe('401 second-factor-needed');
    expect(await readError(await openBrowser(server).enter(email))).toBe('401 second-factor-needed');
    await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
    expect(await readError(await server.call('DELETE', '/api/auth/factor', { token }))).toBe(
      '409 second-factor-required',
    );
    expect((await browser.enter(email)).status).toBe(200);
  });

  it('does not let a password set up a factor beside the passkey of its user', async () => {
    const { email } = await addUser();
    const [user] = await server.database.select().from(users).where(eq(users.email, email));
    await server.database.insert(passkeys).values({
      ...{ id: randomUUID(), credentialId: email, userId: user?.id ?? '', host: 'localhost', userHandle: email },
      ...{ publicKey: Buffer.from(''), counter: 0, name: 'Key', createdAt: server.now() },
    });
    await require(true);
    const browser = openBrowser(server);
    expect(await readError(await browser.enter(email))).toBe('403 passkey-needed');
    expect(await readError(await browser.call('POST', '/api/auth/factor/setup'))).toBe('401 second-factor-expired');
  });

  it('is shown by the API of the console', async () => {
    await require(true);
    expect(await (await server.operate('GET', 'tenants/smsa/second-factor')).json()).toMatchObject({ required: true });
    expect(await readError(await server.operate('GET', 'tenants/nowhere/second-factor'))).toBe('404 tenant-unknown');
  });
});

it('no sign-in ends by a code once the tenant has switched passwords off', async () => {
  const { email, getCode } = await addProtected();
  const browser = await openWaiting(email);
  const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: '' };
  const provider = { id: randomUUID(), tenant: 'smsa', name: 'Acme ID', createdAt: server.now(), ...client };
  await server.database.insert(signInProviders).values(provider);
  await server.database.update(tenants).set({ passwordsOff: true });
  expect(await readError(await answer(browser, getCode()))).toBe('403 passwords-off');
  await server.database.delete(signInProviders);
  await server.database.update(tenants).set({ passwordsOff: false });
  expect((await answer(browser, getCode())).status).toBe(200);
});
