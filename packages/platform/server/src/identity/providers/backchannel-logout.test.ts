// Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { addProvider, signInAtProvider } from '../../testing/provider-sign-in';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { readError, readSession } from '../../testing/test-client';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';
import { sessions } from '../session-tables';

const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };
const rui = { sub: 'r1', email: 'rui@portico.test', name: 'Rui' };

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [nova, rui], clients: [] }));
const second = startBeforeTests(() => startOidcProvider({ accounts: [nova, rui], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      hasShell: true,
      configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } },
      limits: { logoutTokenFromAddress: { tries: 1000, window: 1000 } },
    },
  ),
);

const withSid = { backchannel_logout_session_required: true };
let providerId: string;
let secondId: string;
beforeAll(async () => {
  providerId = (await addProvider(server, oidc, {}, withSid)).id;
  secondId = (await addProvider(server, second, {}, withSid)).id;
});

const event = 'http://schemas.openid.net/event/backchannel-logout';

const listLive = (id = providerId) =>
  server.database
    .select()
    .from(sessions)
    .where(and(eq(sessions.providerId, id), isNull(sessions.endedAt)));

afterEach(() => server.database.update(sessions).set({ endedAt: server.now() }).where(isNull(sessions.endedAt)));

/** The claims of a valid token about a subject. */
function claimsOf(claims: object): JWTPayload {
  const iat = Math.floor(server.now().getTime() / 1000);
  return {
    iss: oidc.issuer,
    aud: 'portal',
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    events: { [event]: {} },
    ...claims,
  };
}

function send(token: string, host = server.url): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token });
  return fetch(`${host}/api/auth/backchannel-logout`, { method: 'POST', body });
}

test('a sign-out at the provider ends the session here within two seconds, in every tab', async () => {
  const { browser, refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const { token } = await readSession(await server.call('POST', '/api/auth/refresh', { refreshToken }));
  const other = await signInAtProvider(server, providerId, rui.email);
  const clients = createRealtimeClients(server);
  const tabs = [await clients.listen(nova.email, token), await clients.listen(nova.email, token)];

  const page = await browser.open(`${oidc.issuer}/session/end`);
  const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? [];
  const before = Date.now();
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  await browser.request(`${oidc.issuer}/session/end/confirm`, { method: 'POST', body });
  await Promise.all(tabs.map((tab) => tab.closed()));
  expect(Date.now() - before).toBeLessThan(2000);
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
  expect((await server.call('POST', '/api/auth/refresh', { refreshToken: other.refreshToken })).status).toBe(200);
  const records = await server.database.select().from(auditRecords).where(eq(auditRecords.action, 'session-ended'));
  expect(records.at(-1)).toMatchObject({ actor: 'portal', tenant: 'smsa', details: { reason: 'ended-at-provider' } });
  await clients.closeAll();
});

test('a token ends the session that it names, or all of its subject, and counts once', async () => {
  await signInAtProvider(server, providerId, nova.email);
  await signInAtProvider(server, providerId, nova.email);
  await signInAtProvider(server, providerId, rui.email);
  const [first] = await listLive();
  expect(first?.providerSid).toEqual(expect.any(String));
  const bySid = await oidc.sign(claimsOf({ sub: nova.sub, sid: first?.providerSid ?? '' }));
  expect((await send(bySid)).status).toBe(200);
  expect((await listLive()).map(({ id }) => id)).not.toContain(first?.id);
  expect(await listLive()).toHaveLength(2);
  expect(await readError(await send(bySid))).toBe('400 logout-token-invalid');
  expect((await send(await oidc.sign(claimsOf({ sub: nova.sub })))).status).toBe(200);
  expect(await listLive()).toHaveLength(1);
  // There is no such session: it has ended already.
  expect((await send(await oidc.sign(claimsOf({ sid: 'unknown' })))).status).toBe(200);
});

test('the keys of a provider may change', async () => {
  await signInAtProvider(server, providerId, nova.email);
  expect((await send(await oidc.sign(claimsOf({ sid: 'any' })))).status).toBe(200);
  oidc.rotateKeys();
  const response = await waitFor(async () => {
    const answer = await send(await oidc.sign(claimsOf({ sub: nova.sub })));
    return answer.status === 200 ? answer : undefined;
  });
  expect(response.status).toBe(200);
  expect(await listLive()).toEqual([]);
});

const foreign = generateKeyPair('RS256');

const attacks: Record<string, (claims: (changed: object) => JWTPayload) => Promise<string>> = {
  'another audience': (claims) => oidc.sign(claims({ aud: 'other' })),
  'another issuer': (claims) => oidc.sign(claims({ iss: 'https://evil.example' })),
  'an issuer that is no address': (claims) => oidc.sign(claims({ iss: 'x' })),
  'a key of another provider': (claims) => second.sign(claims({})),
  'an unknown key': async (claims) =>
    new SignJWT(claims({})).setProtectedHeader({ alg: 'RS256' }).sign((await foreign).privateKey),
  'the secret of the client as key': (claims) =>
    new SignJWT(claims({}))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('the secret of the client, which is long enough')),
  'alg none': async (claims) => new UnsecuredJWT(claims({})).encode(),
  'a nonce, as an ID token has': (claims) => oidc.sign(claims({ nonce: 'n' })),
  'no events': (claims) => oidc.sign(claims({ events: undefined })),
  'other events': (claims) => oidc.sign(claims({ events: { 'https://example/other': {} } })),
  'an event that is no object': (claims) => oidc.sign(claims({ events: { [event]: true } })),
  'no jti': (claims) => oidc.sign(claims({ jti: undefined })),
  'no iat': (claims) => oidc.sign(claims({ iat: undefined })),
  'an old iat': (claims) => oidc.sign(claims({ iat: Math.floor(Date.now() / 1000) - 3600, exp: undefined })),
  'an iat to come': (claims) => oidc.sign(claims({ iat: Math.floor(Date.now() / 1000) + 3600 })),
  'an expired token': (claims) => oidc.sign(claims({ exp: Math.floor(Date.now() / 1000) - 120 })),
  'neither sub nor sid': (claims) => oidc.sign(claims({ sub: undefined })),
  'a sub that is no text': (claims) => oidc.sign({ ...claims({ sub: undefined }), sub: Object(['n1']) }),
  'no token': async () => 'x',
};

test.each(Object.entries(attacks))('refuses %s, and ends nothing', async (_name, forge) => {
  await signInAtProvider(server, providerId, nova.email);
  const token = await forge((changed) => claimsOf({ sub: nova.sub, ...changed }));
  expect(await readError(await send(token))).toBe('400 logout-token-invalid');
  expect(await listLive()).toHaveLength(1);
});

test('a provider ends only sessions of its own, also if it knows the names of others', async () => {
  await signInAtProvider(server, providerId, nova.email);
  const [live] = await listLive();
  const token = await second.sign(claimsOf({ iss: second.issuer, sub: nova.sub, sid: live?.providerSid ?? '' }));
  expect((await send(token)).status).toBe(200);
  expect(await listLive()).toHaveLength(1);
  expect(secondId).not.toBe(providerId);
});

test('a token counts only at the hosts of the tenant of its provider', async () => {
  await signInAtProvider(server, providerId, nova.email);
  const token = await oidc.sign(claimsOf({ sub: nova.sub }));
  const host = server.url.replace('localhost', '127.0.0.1');
  expect(await readError(await send(token, host))).toBe('400 logout-token-invalid');
  expect(await listLive()).toHaveLength(1);
});

test.each([
  {},
  { body: '{"logout_token":"x"}', headers: { 'content-type': 'application/json' } },
  { body: 'logout_token' },
])('refuses the body %j', async (init) => {
  const response = await fetch(`${server.url}/api/auth/backchannel-logout`, { method: 'POST', ...init });
  expect(await readError(response)).toMatch(/^(?:400 logout-token-invalid|415 )/);
});

test('refused tokens are in the audit log', async () => {
  const records = await server.database.select().from(auditRecords);
  expect(records.filter(({ action }) => action === 'logout-token-refused')).toContainEqual(
    expect.objectContaining({ actor: 'visitor', tenant: 'smsa' }),
  );
});
