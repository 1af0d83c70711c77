import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { copyEmptyDatabase } from '../../testing/embedded-template';
import { addProvider, isCallback, isSignedIn, providerClient, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { providerAudiences, startOidcProvider } from '../../testing/start-oidc-provider';
import { killProcesses, operatorKey, startServerProcess } from '../../testing/start-process';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';
import { createTestClient, readError, readSession } from '../../testing/test-client';
import { findUserByEmail } from '../accounts/user-repository';
import { refreshCookieName } from '../sessions/session-cookies';

const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };
const mallory = { sub: 'm1', email: 'mallory@portico.test' };

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [nova, mallory], clients: [] }));
const second = startBeforeTests(() => startOidcProvider({ accounts: [nova, mallory], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } } }),
);
afterAll(killProcesses);

let provider: Awaited<ReturnType<typeof addProvider>>;
beforeAll(async () => {
  provider = await addProvider(server, oidc, { creates_users: true });
});
afterEach(() => {
  oidc.setLie();
  oidc.setAccount(nova);
});

const signedIn = (browser: ReturnType<typeof createTestBrowser>) => isSignedIn(browser, server.url);

/** Signs in while the provider answers with other claims in the ID token. */
async function signInWith(change: object, encode = oidc.sign) {
  oidc.setLie(async (path, answer) => {
    if (path !== '/token') return answer;
    const claims = decodeJwt(v.parse(v.string(), answer.id_token));
    return { ...answer, id_token: await encode({ ...claims, ...change }) };
  });
  const browser = createTestBrowser();
  const page = await signInAt(browser, provider.start, nova.email);
  return { ...page, isSignedIn: signedIn(browser) };
}

const refused = expect.objectContaining({
  status: 400,
  isSignedIn: false,
  text: expect.stringContaining('could not be verified'),
});

test('signs in by an ID token that is signed again without a change', async () => {
  expect(await signInWith({})).toMatchObject({ isSignedIn: true });
});

test.each([
  ['of another audience', { aud: 'another-client' }],
  ['with the nonce of another sign-in', { nonce: 'replayed' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for several audiences, without being the authorized one', { aud: ['portal', 'other'], azp: 'other' }],
])('refuses an ID token %s', async (_name, change) => {
  expect(await signInWith(change)).toEqual(refused);
});

test('refuses an ID token without a signature, or with one of another key', async () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  expect(await signInWith({}, async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`)).toEqual(refused);
  expect(await signInWith({}, second.sign)).toEqual(refused);
});

test('refuses a discovery document that allows unsigned ID tokens', async () => {
  const other = await startOidcProvider({ accounts: [nova], clients: [] });
  other.setLie((path, answer) =>
    path.endsWith('openid-configuration')
      ? { ...answer, id_token_signing_alg_values_supported: ['none', 'RS256'] }
      : answer,
  );
  const lying = await addProvider(server, other, { creates_users: true });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  other.setLie((path, answer) => {
    if (path !== '/token') return answer;
    const claims = decodeJwt(v.parse(v.string(), answer.id_token));
    return { ...answer, id_token: `${encode({ alg: 'none' })}.${encode(claims)}.` };
  });
  const browser = createTestBrowser();
  expect((await signInAt(browser, lying.start, nova.email)).status).toBe(400);
  expect(signedIn(browser)).toBe(false);
  await other.stop();
});

test('userinfo of another subject is refused', async () => {
  oidc.setLie((path, answer) => (path === '/me' ? { ...answer, sub: 'm1', email: mallory.email } : answer));
  const browser = createTestBrowser();
  expect((await signInAt(browser, provider.start, nova.email)).status).toBe(400);
  expect(signedIn(browser)).toBe(false);
});

test('a code is worth nothing in another browser: neither a stolen one, nor one that signs its victim in', async () => {
  const { url } = await signInAt(createTestBrowser(), provider.start, mallory.email, isCallback);
  const victim = createTestBrowser();
  // The victim has an attempt of its own.
  await victim.request(provider.start);
  expect(await victim.open(url)).toMatchObject({ status: 400, text: expect.stringContaining('in another browser') });
  expect(signedIn(victim)).toBe(false);

  // A stolen code in an attempt of the thief: its state is right, its PKCE verifier is not.
  const stolen = await signInAt(createTestBrowser(), provider.start, nova.email, isCallback);
  const thief = createTestBrowser();
  const own = await signInAt(thief, provider.start, mallory.email, isCallback);
  own.url.searchParams.set('code', stolen.url.searchParams.get('code') ?? '');
  expect((await thief.open(own.url)).status).toBe(400);
  expect(signedIn(thief)).toBe(false);
});

test('an answer of one provider is refused at another', async () => {
  const evil = await addProvider(server, second, { creates_users: true, name: 'Evil' });
  const browser = createTestBrowser();
  const { url } = await signInAt(browser, provider.start, nova.email, isCallback);
  const mixed = new URL(url);
  mixed.pathname = evil.callback_path;
  expect((await browser.open(mixed)).status).toBe(400);
  // The issuer of an answer (RFC 9207).
  const again = await signInAt(browser, provider.start, nova.email, isCallback);
  again.url.searchParams.set('iss', second.issuer);
  expect((await browser.open(again.url)).status).toBe(400);
  const without = await signInAt(browser, provider.start, nova.email, isCallback);
  without.url.searchParams.delete('iss');
  expect((await browser.open(without.url)).status).toBe(400);
  expect(signedIn(browser)).toBe(false);
});

test('a provider of one tenant does not exist at the host of another', async () => {
  const start = provider.start.replace('localhost', '127.0.0.1');
  expect((await createTestBrowser().open(start)).status).toBe(404);
});

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%2F/../..//evil.example',
])('the link %s leads to no other origin', async (link) => {
  const browser = createTestBrowser();
  const page = await signInAt(browser, `${provider.start}?${new URLSearchParams({ link })}`, nova.email);
  expect(page.url.origin).toBe(server.url);
});

test('an e-mail that is not verified, or of a domain of others, is refused', async () => {
  for (const [account, text] of [
    [{ sub: 'u1', email: 'unverified@portico.test', email_verified: false }, 'has not verified your e-mail'],
    [{ sub: 'u2', email: 'ceo@acme.test' }, 'the domain of this e-mail is not allowed here'],
    [{ sub: 'u3', email: 'eve@evil.portico.test' }, 'the domain of this e-mail is not allowed here'],
  ] as const) {
    oidc.setAccount(account);
    const browser = createTestBrowser();
    const page = await signInAt(browser, provider.start, account.email);
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining(text) });
    expect(signedIn(browser)).toBe(false);
    expect(await findUserByEmail(server.database, account.email)).toBeUndefined();
  }
});

test('an e-mail and its verification are of one document', async () => {
  const account = { sub: 'v1', email: 'victor@portico.test' };
  oidc.setAccount(account);
  for (const [profile, identity, isAccepted] of [
    // Each part of the first cases is missing in the other document.
    [{ email: account.email, email_verified: undefined }, { email_verified: true }, false],
    [{ email: account.email, email_verified: undefined }, { xms_edov: true }, false],
    [{ email: account.email, email_verified: undefined, xms_edov: true }, {}, false],
    [{ email: mallory.email, email_verified: true }, { email: account.email }, false],
    [{ email: mallory.email, email_verified: true, xms_edov: true }, { email: account.email }, false],
    [{ email: account.email, email_verified: false }, { email: account.email, xms_edov: 1 }, true],
  ] as const) {
    oidc.setLie(async (path, answer) => {
      if (path === '/me') return { ...answer, ...profile };
      if (path !== '/token') return answer;
      const claims = decodeJwt(v.parse(v.string(), answer.id_token));
      return { ...answer, id_token: await oidc.sign({ ...claims, ...identity }) };
    });
    const browser = createTestBrowser();
    const page = await signInAt(browser, provider.start, account.email);
    expect([profile, identity, signedIn(browser)]).toEqual([profile, identity, isAccepted]);
    if (!isAccepted) expect(page.text).toContain('has not verified your e-mail');
  }
});

test('a user of another tenant is not reached by their e-mail', async () => {
  const body = { email: 'rita@portico.test', name: 'Rita', password: 'a-good-password', tenant: 'finouro' };
  expect((await server.operate('POST', 'users', body)).status).toBe(201);
  oidc.setAccount({ sub: 'r1', email: body.email });
  const browser = createTestBrowser();
  const page = await signInAt(browser, provider.start, body.email);
  expect(page.text).toContain('Is this your account?');
  expect(signedIn(browser)).toBe(false);
});

test('clocks may differ by a minute, and no more', async () => {
  // An ID token of the provider is valid for five minutes.
  for (const [seconds, isAccepted] of [
    [345, true],
    [375, false],
    [-240, true],
  ] as const) {
    server.passSeconds(seconds);
    const browser = createTestBrowser();
    await signInAt(browser, provider.start, nova.email);
    expect(signedIn(browser)).toBe(isAccepted);
    server.passSeconds(-seconds);
  }
});

test('a discovery document of another issuer is refused', async () => {
  oidc.setLie((address, answer) =>
    address.endsWith('openid-configuration') ? { ...answer, issuer: second.issuer } : answer,
  );
  const body = { ...providerClient, issuer: oidc.issuer };
  const response = await server.operate('PUT', 'tenants/smsa/sign-in-providers', body);
  expect(await readError(response)).toBe('400 issuer-unusable');
});

test('the server refuses local providers outside development', async () => {
  const strict = await startTestServer({ PORTICO_LOCAL_PROVIDERS: 'off' });
  const body = { ...providerClient, issuer: oidc.issuer };
  const response = await strict.operate('PUT', 'tenants/smsa/sign-in-providers', body);
  expect(await readError(response)).toBe('400 issuer-local');
  await strict.stop();
});

test('nothing secret is logged', async () => {
  const [audience = ''] = providerAudiences;
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  const configuration = path.join(folder, 'configuration.json');
  await writeFile(configuration, JSON.stringify({ hosts: { localhost: 'smsa' } }));
  await copyEmptyDatabase(folder);
  const { call, url, ...started } = await startServerProcess({
    PORT: '0',
    MODULES_PORT: '0',
    LOG_LEVEL: 'info',
    PORTICO_DATA: folder,
    PORTICO_CONFIG: configuration,
    PORTICO_OPERATOR_KEY: operatorKey,
  }).then((process) => ({ ...process, ...createTestClient(process.url) }));
  const operate = (method: string, address: string, body?: unknown) =>
    call(method, `/api/operator/${address}`, { token: operatorKey, body });
  const logged = await addProvider(
    { operate, url },
    oidc,
    { creates_users: true, audiences: [audience] },
    { clientId: 'logged' },
  );
  const browser = createTestBrowser();
  const answer = await signInAt(browser, logged.start, nova.email, isCallback);
  const secrets = ['code', 'state'].map((name) => answer.url.searchParams.get(name) ?? '');
  await browser.open(answer.url);
  expect(isSignedIn(browser, url)).toBe(true);
  const refreshToken = browser.getCookies(new URL(url).host).get(refreshCookieName) ?? '';
  const { token } = await readSession(await call('POST', '/api/auth/refresh', { refreshToken }));
  const askForToken = () => call('POST', '/api/auth/provider-token', { token, body: { audience } });
  const tokens: unknown[] = [];
  oidc.setLie((address, body) => {
    if (address === '/token') tokens.push(body.id_token, body.access_token, body.refresh_token);
    return { ...body, expires_in: 1 };
  });
  expect((await askForToken()).status).toBe(200);
  oidc.setLie((address, body) => {
    if (address === '/token') tokens.push(body.id_token, body.access_token, body.refresh_token);
    return address === '/token' ? { ...body, id_token: 'x.y.z' } : body;
  });
  expect((await signInAt(createTestBrowser(), logged.start, nova.email)).status).toBe(400);
  expect(await readError(await askForToken())).toBe('403 audience-refused');
  started.kill('SIGTERM');
  await started.exit;
  const text = started.output() + started.errors();
  expect(text).toContain(`${logged.callback_path}"`);
  expect(text).toContain('A sign-in at a provider failed');
  expect(text).toContain('A provider gave no token for a module');
  expect(tokens).toHaveLength(9);
  for (const secret of [...secrets, ...tokens, providerClient.client_secret]) expect(text).not.toContain(secret);
  await rm(folder, { recursive: true });
});
