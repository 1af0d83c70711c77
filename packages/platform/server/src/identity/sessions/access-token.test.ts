import { accessTokenResponseSchema } from '@portico/contract';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';

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
