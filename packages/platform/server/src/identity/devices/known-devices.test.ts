// Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { openBrowser, type TestBrowser } from '../../testing/open-browser';
import { codeIn, createOutbox } from '../../testing/outbox';
import { createScimClient } from '../../testing/scim-client';
import { setUpFactor } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { readError, readSession } from '../../testing/test-client';
import { users } from '../account-tables';
import { addressChanges, factorRecoveryCodes, passkeys, secondFactors } from '../proof-tables';
import { signInProviders, userIdentities } from '../provider-tables';
import { knownDevices, sessions } from '../session-tables';
import { createSign } from '../sessions/browser-marks';
import { createSecretToken, hashToken } from '../sessions/secret-tokens';
import { tenants } from '../tenant-tables';

const server = testServer({ TRUST_PROXY: 'loopback' });
const outbox = createOutbox(server);
beforeEach(() => server.passSeconds(48 * 60 * 60));

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const body = (email: string) => ({ email, password: 'portico-demo' });

let people = 0;

/** Adds a user, who has signed in once, with a browser that is known. */
async function addUser() {
  const email = `person-${++people}@smsa.test`;
  await server.operate('POST', 'users', { email, name: 'Person', password: 'portico-demo', tenant: 'smsa' });
  const browser = openBrowser(server);
  const session = await readSession(await browser.enter(email));
  return { email, browser, ...session };
}

/** Signs in with a new browser; returns it with the mail and its token. */
async function signInAnew(email: string) {
  const browser = openBrowser(server, '10.20.30.40');
  let response: Response | undefined;
  const mail = await outbox.nextMailTo(email, 'notice', async () => {
    response = await browser.call('POST', '/api/auth', { body: body(email), headers: { 'user-agent': firefox } });
  });
  const plain = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  if (response === undefined) throw new Error('No answer.');
  return { browser, mail: plain, token: /\/recover#([\w-]{43})/.exec(plain)?.[1] ?? '', response };
}

const report = (token: string) => openBrowser(server).call('POST', '/api/auth/devices/report', { body: { token } });

async function list(token: string) {
  return (await server.call('GET', '/api/auth/devices', { token })).json();
}

it('a sign-in with a new browser is mailed and listed, the first one of an account only listed', async () => {
  const { browser, email, token } = await addUser();
  expect(await outbox.mailsTo(email, 'notice')).toEqual([]);
  const { mail, response } = await signInAnew(email);
  expect(mail).toContain('Firefox, Linux');
  expect(mail).toContain('10.20.30.40');
  expect(mail).toMatch(/Hora: .* UTC/);
  expect(mail).toContain('Subject: SMSA: acesso em um novo dispositivo');
  const devices = await list(token);
  expect(devices).toHaveLength(2);
  expect(devices[0]).toMatchObject({ browser: 'Firefox', system: 'Linux', ip: '10.20.30.40', trusted_until: null });
  const current = await browser.call('GET', '/api/auth/devices', { token });
  expect((await current.json()).map((device: { is_current: boolean }) => device.is_current)).toEqual([false, true]);
  expect(response.status).toBe(200);
  // The same browsers are known now.
  await browser.enter(email);
  expect(await outbox.mailsTo(email, 'notice')).toHaveLength(1);
});

it('a mark of another account is no known browser', async () => {
  const [one, other] = [await addUser(), await addUser()];
  const copied: TestBrowser = openBrowser(server);
  copied.jar.set('__Host-portico-known', one.browser.jar.get('__Host-portico-known') ?? '');
  await outbox.nextMailTo(other.email, 'notice', () => copied.enter(other.email));
});

it('a browser that the previous release has marked is known', async () => {
  const { browser, email } = await addUser();
  const [user] = await server.database.select().from(users).where(eq(users.email, email));
  await server.database.delete(knownDevices).where(eq(knownDevices.userId, user?.id ?? ''));
  const { token } = await readSession(await browser.enter(email));
  expect(await list(token)).toHaveLength(1);
  expect(await outbox.mailsTo(email, 'notice')).toEqual([]);
});

it('this was not me: ends all sessions, and the password signs in no more', async () => {
  const { browser, email, token } = await addUser();
  const thief = await signInAnew(email);
  const stolen = (await thief.response.json()).access_token;
  const answer = await report(thief.token);
  expect(await answer.json()).toEqual({ email, needs_password: true });
  for (const session of [token, stolen]) {
    expect((await server.call('GET', '/api/users/me', { token: session })).status).toBe(401);
  }
  for (const one of [browser, thief.browser, openBrowser(server)]) {
    expect(await readError(await one.enter(email))).toBe('401 wrong-credentials');
  }
  expect(await readError(await report(thief.token))).toBe('404 device-report-ended');

  const recovering = openBrowser(server);
  const mail = await outbox.nextMailTo(email, 'code', () =>
    recovering.call('POST', '/api/auth/recover', { body: { email } }),
  );
  const next = { email, code: codeIn(mail), password: 'another-password-1' };
  expect((await recovering.call('PUT', '/api/auth/recover', { body: next })).status).toBe(204);
  expect((await recovering.enter(email, next.password)).status).toBe(200);
  // The browser of the thief is new again.
  await outbox.nextMailTo(email, 'notice', () => thief.browser.enter(email, next.password));
});

/** Changes the e-mail by a session and a mailed code. */
async function changeAddress(token: string, email: string) {
  const mail = await outbox.nextMailTo(email, 'code', () =>
    server.call('POST', '/api/auth/address', { token, body: { email } }),
  );
  await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
  const change = { token, body: { code: codeIn(mail) } };
  expect((await server.call('PUT', '/api/auth/address', change)).status).toBe(204);
}

async function addProvider(details: object): Promise<string> {
  const id = randomUUID();
  const client = { issuer: 'https://id.example', clientId: id, clientSecret: '' };
  const provider = { id, tenant: 'smsa', name: 'Acme ID', createdAt: server.now(), ...client, ...details };
  await server.database.insert(signInProviders).values(provider);
  return id;
}

it('this was not me: asks for no password where users sign in by providers alone', async () => {
  const { email } = await addUser();
  const { token } = await signInAnew(email);
  const id = await addProvider({});
  const switchOff = (passwordsOff: boolean) => server.database.update(tenants).set({ passwordsOff });
  await switchOff(true);
  expect(await (await report(token)).json()).toEqual({ email, needs_password: false });
  await switchOff(false);
  await server.database.delete(signInProviders).where(eq(signInProviders.id, id));
});

describe('this was not me, after the attacker has changed the account', () => {
  it('brings the e-mail back, and tells both addresses', async () => {
    const { email } = await addUser();
    const thief = await signInAnew(email);
    const { token } = await readSession(thief.response);
    const [mid, last] = [`mid-${email}`, `last-${email}`];
    await changeAddress(token, mid);
    await changeAddress(token, last);
    let answer: Response | undefined;
    await outbox.nextMailTo(last, 'notice', async () => {
      answer = await report(thief.token);
    });
    expect(await answer?.json()).toEqual({ email, needs_password: true });
    const rows = await server.database.select().from(users).where(eq(users.email, email));
    expect(rows).toMatchObject([{ passwordHash: null }]);
    // The console alone cannot change the e-mail of a used account, also after its sessions have been deleted.
    await server.database.delete(sessions).where(eq(sessions.userId, rows[0]?.id ?? ''));
    const started = await server.operate('PUT', `users/${email}/address`, { email: `console-${email}` });
    expect(await started.json()).toMatchObject({ email });
  });

  it('brings the e-mail of a user back whom an administrator has disabled, and who stays so', async () => {
    const { email } = await addUser();
    const thief = await signInAnew(email);
    const { token } = await readSession(thief.response);
    await changeAddress(token, `stolen-${email}`);
    await server.operate('PATCH', `users/stolen-${email}`, { disabled: true });
    expect(await (await report(thief.token)).json()).toEqual({ email, needs_password: true });
    expect(await (await server.operate('GET', `users/${email}`)).json()).toMatchObject({ disabled: true });
  });

  it.each([
    ['leaves the recovery codes of the owner', false, 10],
    ['deletes recovery codes that were made since', true, 0],
  ])('%s', async (_name, isRenewed, left) => {
    const { email, ...own } = await addUser();
    await setUpFactor(server, own.token);
    server.passSeconds(3600);
    const { token } = await server.refresh(own);
    const [{ id: userId = '' } = {}] = await server.database.select().from(users).where(eq(users.email, email));
    // The attacker has stolen a session of the owner, whose own new browser is reported.
    const mailed = createSecretToken();
    const reportable = { reportHash: hashToken(mailed), reportUntil: new Date(server.now().getTime() + 60_000) };
    const isOwn = eq(knownDevices.userId, userId);
    await server.database
      .update(knownDevices)
      .set({ ...reportable, createdAt: server.now() })
      .where(isOwn);
    if (isRenewed) {
      await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
      expect((await server.call('POST', '/api/auth/factor/recovery-codes', { token })).status).toBe(200);
    }
    expect((await report(mailed)).status).toBe(200);
    expect(await server.database.$count(factorRecoveryCodes, eq(factorRecoveryCodes.userId, userId))).toBe(left);
  });

  it('leaves the e-mail if another account has the former one by now', async () => {
    const { email } = await addUser();
    const thief = await signInAnew(email);
    await changeAddress((await readSession(thief.response)).token, `taken-${email}`);
    await server.operate('POST', 'users', { email, name: 'Another', password: 'portico-demo', tenant: 'smsa' });
    expect(await (await report(thief.token)).json()).toEqual({ email: `taken-${email}`, needs_password: true });
  });

  it('deletes the other ways into the account that were added since, and accounts at providers of any age', async () => {
    const { email } = await addUser();
    const [{ id: userId = '' } = {}] = await server.database.select().from(users).where(eq(users.email, email));
    const providerId = await addProvider({});
    const add = async (name: string) => {
      const createdAt = server.now();
      const key = { userHandle: name, publicKey: Buffer.alloc(1), counter: 0, createdAt };
      await server.database
        .insert(passkeys)
        .values({ id: randomUUID(), credentialId: randomUUID(), userId, host: 'localhost', name, ...key });
      await server.database.insert(userIdentities).values({ providerId, subject: name, userId, createdAt });
    };
    await add('own');
    server.passSeconds(3600);
    const thief = await signInAnew(email);
    const { token } = await readSession(thief.response);
    await add('added');
    await setUpFactor(server, token);
    await server.call('POST', '/api/auth/address', { token, body: { email: `waiting-${email}` } });
    expect(await server.database.$count(addressChanges, eq(addressChanges.userId, userId))).toBe(1);

    expect((await report(thief.token)).status).toBe(200);
    const read = async () => ({
      passkeys: (await server.database.select().from(passkeys).where(eq(passkeys.userId, userId))).map(
        ({ name }) => name,
      ),
      identities: (await server.database.select().from(userIdentities).where(eq(userIdentities.userId, userId))).map(
        ({ subject }) => subject,
      ),
      factors: await server.database.$count(secondFactors, eq(secondFactors.userId, userId)),
      changes: await server.database.$count(addressChanges, eq(addressChanges.userId, userId)),
    });
    expect(await read()).toEqual({ passkeys: ['own'], identities: [], factors: 0, changes: 0 });
  });

  it('a directory that changes the e-mail decides it', async () => {
    const { email } = await addUser();
    const thief = await signInAnew(email);
    await addProvider({ domains: ['smsa.test'] });
    const directory = await createScimClient(server);
    const [found] = (await directory.find('Users', `userName eq "${email}"`)).Resources;
    const moved = { op: 'replace', path: 'userName', value: `moved-${email}` };
    expect((await directory.patch(`Users/${found?.id}`, moved)).status).toBe(200);
    expect(await (await report(thief.token)).json()).toMatchObject({ email: `moved-${email}` });
  });
});

it.each([
  ['a token that is made up', async () => createSign('x')('a', 'b')],
  [
    'one after a week',
    async () => {
      const { token } = await signInAnew((await addUser()).email);
      server.passSeconds(8 * 24 * 60 * 60);
      return token;
    },
  ],
])('%s reports nothing', async (_case, makeToken) => {
  expect(await readError(await report(await makeToken()))).toBe('404 device-report-ended');
});

it('a forgotten browser is no longer listed, and its next sign-in is mailed', async () => {
  const { browser, email, token } = await addUser();
  const other = await addUser();
  const [{ id }] = await list(token);
  expect(await readError(await server.call('DELETE', `/api/auth/devices/${id}`, { token: other.token }))).toBe(
    '404 device-unknown',
  );
  expect((await server.call('DELETE', `/api/auth/devices/${id}`, { token })).status).toBe(204);
  expect(await list(token)).toEqual([]);
  await outbox.nextMailTo(email, 'notice', () => browser.enter(email));
});

it('mails ten times a day at most, and lists all', async () => {
  const { email, token } = await addUser();
  for (let time = 0; time < 12; time++) await openBrowser(server).enter(email);
  expect(await list(token)).toHaveLength(13);
  const before = await outbox.mailsTo(email, 'notice');
  server.passSeconds(24 * 60 * 60);
  // The next mail comes after all those before.
  await outbox.nextMailTo(email, 'notice', () => openBrowser(server).enter(email));
  expect((await outbox.mailsTo(email, 'notice')).length).toBeLessThanOrEqual(11);
  expect(before.length).toBeLessThanOrEqual(10);
});
