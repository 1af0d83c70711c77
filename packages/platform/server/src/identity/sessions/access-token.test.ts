import { randomUUID } from 'node:crypto';
import { accessTokenResponseSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { signInProviders } from '../provider-tables';
import { sessions } from '../session-tables';
import { tenants } from '../tenant-tables';

const server = testServer();

async function publishedKeys(): Promise<JSONWebKeySet> {
  const response = await fetch(`${server.url}/.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  return (await response.json()) as JSONWebKeySet;
}

test('the published key verifies tokens and cannot sign any', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const keys = await publishedKeys();
  expect(keys.keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: 'ES256',
      use: 'sig',
    },
  ]);
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: 'portico' });
  expect(payload).toMatchObject({ email: 'ana@portico.test', exp: (payload.iat ?? 0) + 15 * 60 });
});

test("a token may read the user's topic and that of the import map at a broker; an exchanged token may read none", async () => {
  const session = await server.signIn('ana@portico.test');
  const nothingElse = { permission: 'deny', action: 'all', topic: '#' };
  const allowed = ['eq notification-ana@portico.test', 'eq portico-import-map'].map((topic) => ({
    permission: 'allow',
    action: 'subscribe',
    topic,
  }));
  const refreshed = await server.refresh(session);
  for (const { token } of [session, refreshed]) expect(decodeJwt(token).acl).toEqual([...allowed, nothingElse]);

  const call = { refreshToken: refreshed.refreshToken, body: { app: 'smsa', domain: 'smsa' } };
  const response = await server.call('POST', '/api/auth/exchange', call);
  const exchanged = v.parse(accessTokenResponseSchema, await response.json()).access_token;
  expect(decodeJwt(exchanged).acl).toEqual([nothingElse]);
});

test.each(['HS256', 'none'])('the public key, used as a secret of %s, is refused', async (algorithm) => {
  const { token } = await server.signIn('ana@portico.test');
  const [key] = (await publishedKeys()).keys;
  const { kid } = decodeProtectedHeader(token);
  const claims = decodeJwt(token);
  const header = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url');
  const forged =
    algorithm === 'none'
      ? `${header}.${token.split('.')[1]}.`
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: kid ?? '' })
          .sign(new TextEncoder().encode(JSON.stringify(key)));
  expect((await server.call('GET', '/api/auth/validate', { token })).status).toBe(204);
  expect((await server.call('GET', '/api/auth/validate', { token: forged })).status).toBe(401);
});

async function exchange(email: string, app: string, domain: string) {
  const session = await server.signIn(email);
  const response = await server.call('POST', '/api/auth/exchange', {
    refreshToken: session.refreshToken,
    headers: { authorization: '' },
    body: { app, domain },
  });
  return { session, token: v.parse(accessTokenResponseSchema, await response.json()).access_token };
}

test('an exchanged token is valid for the calls of its app', async () => {
  const { token } = await exchange('ana@portico.test', 'smsa', 'finouro');
  for (const path of ['/api/users/me', '/api/auth/validate', '/api/tenants/finouro/apps', '/api/apps?domain=finouro']) {
    expect((await server.call('GET', path, { token })).ok).toBe(true);
  }
});

test.each([
  ['GET', '/api/tenants/smsa/apps', undefined],
  ['GET', '/api/apps?domain=smsa', undefined],
  ['GET', '/api/auth/sessions', undefined],
  ['DELETE', `/api/auth/sessions/${randomUUID()}`, undefined],
  ['PUT', '/api/auth/password', { current_password: 'portico-demo', new_password: 'another-demo' }],
  ['DELETE', '/api/auth/invalidate', undefined],
  ['PATCH', '/api/users/me', { name: 'Another' }],
  ['GET', '/api/users/images?emails=ana@portico.test', undefined],
  ['PUT', '/api/users/images?email=ana@portico.test', undefined],
  ['DELETE', '/api/users/images?email=ana@portico.test', undefined],
  ['GET', '/api/notifications/preferences', undefined],
  ['PUT', '/api/notifications/preferences', []],
])('an exchanged token is not valid for %s %s', async (method, path, body) => {
  const { session, token } = await exchange('ana@portico.test', 'smsa', 'finouro');
  expect(await readError(await server.call(method, path, { token, body }))).toBe('403 token-not-allowed');
  expect((await server.call('GET', '/api/auth/validate', { token: session.token })).status).toBe(204);
});

test('an exchanged token is valid only while the user may use the app', async () => {
  const { session, token } = await exchange('bruno@portico.test', 'hrstudium', 'smsa');
  const grant = 'tenants/smsa/apps/hrstudium/users/bruno@portico.test';
  expect((await server.operate('DELETE', grant)).status).toBe(204);
  expect(await readError(await server.call('GET', '/api/auth/validate', { token }))).toBe('401 not-authenticated');
  expect((await server.call('GET', '/api/auth/validate', { token: session.token })).status).toBe(204);
});

describe('another tenant gets its own way', () => {
  const email = 'ana@portico.test';
  const change = (values: Partial<typeof tenants.$inferInsert>) =>
    server.database.update(tenants).set(values).where(eq(tenants.key, 'finouro'));
  const tryTo = async (refreshToken: string, app: string, domain: string) => {
    const call = { refreshToken, headers: { authorization: '' }, body: { app, domain } };
    const response = await server.call('POST', '/api/auth/exchange', call);
    return response.ok ? 'token' : readError(response);
  };
  const refused = '403 app-not-allowed';

  test.each([
    ['switches passwords off', { passwordsOff: true }],
    ['requires a second factor', { requiresSecondFactor: true }],
  ])('no token of a tenant that %s', async (_case, values) => {
    const { refreshToken } = await server.signIn(email);
    expect(await tryTo(refreshToken, 'smsa', 'finouro')).toBe('token');
    await change(values);
    expect([await tryTo(refreshToken, 'smsa', 'finouro'), await tryTo(refreshToken, 'smsa', 'smsa')]).toEqual([
      refused,
      'token',
    ]);
    // The previous release stored no tenant: that of the host counts.
    await server.database.update(sessions).set({ tenant: null });
    expect([await tryTo(refreshToken, 'smsa', 'finouro'), await tryTo(refreshToken, 'smsa', 'smsa')]).toEqual([
      refused,
      'token',
    ]);
    await change({ passwordsOff: false, requiresSecondFactor: false });
  });

  test('no token for whom a provider of the one tenant vouches', async () => {
    const { refreshToken } = await server.signIn(email);
    const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: '' };
    const provider = { id: randomUUID(), tenant: 'smsa', name: 'Acme ID', createdAt: server.now(), ...client };
    await server.database.insert(signInProviders).values(provider);
    await server.database.update(sessions).set({ providerId: provider.id });
    expect([await tryTo(refreshToken, 'smsa', 'finouro'), await tryTo(refreshToken, 'smsa', 'smsa')]).toEqual([
      refused,
      'token',
    ]);
  });
});
