// Runs on PGlite and on PostgreSQL.
import { accessTokenResponseSchema, providerTokenSchema } from '@portico/contract';
import { eq, like } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { addProvider, signInAtProvider } from '../../testing/provider-sign-in';
import { startBeforeTests } from '../../testing/start-before-tests';
import { providerAudiences, startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { readError, readSession } from '../../testing/test-client';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';
import { throttles } from '../limit-tables';
import { providerTokens } from '../provider-tables';

const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };
const [api = '', files = ''] = providerAudiences;
const path = '/api/auth/provider-token';

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [nova], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      hasShell: true,
      configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } },
      limits: { providerTokensOfSession: { tries: 12, window: 3_600_000 } },
    },
  ),
);

let providerId: string;
/** How many tokens the provider has given. */
let given: number;

const setProvider = async (change: object) => {
  providerId = (await addProvider(server, oidc, { creates_users: true, ...change })).id;
};
const readTokens = () => server.database.select().from(providerTokens);
const refresh = async (refreshToken: string) =>
  readSession(await server.call('POST', '/api/auth/refresh', { refreshToken }));
const signIn = async () => refresh((await signInAtProvider(server, providerId, nova.email)).refreshToken);
const ask = (token: string, audience: unknown = api) => server.call('POST', path, { token, body: { audience } });
const readToken = async (response: Response) => v.parse(providerTokenSchema, await response.json());

beforeEach(async () => {
  oidc.setAccount(nova);
  oidc.setDown(false);
  given = 0;
  oidc.setLie((route, answer) => {
    if (route === '/token') given += 1;
    return answer;
  });
  await server.database.delete(providerTokens);
  await setProvider({ audiences: [api], ends_sessions: false });
});

test('without audiences, a sign-in asks for no further token, and nothing is stored', async () => {
  const start = async () => {
    const options = { redirect: 'manual' } as const;
    const response = await fetch(`${server.url}/api/sign-in/${providerId}`, options);
    return new URL(response.headers.get('location') ?? '').searchParams;
  };
  await setProvider({ audiences: [] });
  const without = await start();
  expect([without.get('scope'), without.getAll('resource')]).toEqual(['openid email profile', []]);
  const { token } = await signIn();
  expect(await readTokens()).toEqual([]);
  expect(await readError(await ask(token))).toBe('403 audience-not-allowed');

  await setProvider({ audiences: [api, files, api] });
  const asked = await start();
  expect([asked.get('scope'), asked.getAll('resource')]).toEqual(['openid email profile offline_access', [api, files]]);
  // The session of a sign-in before has no token to ask with.
  expect(await readError(await ask(token))).toBe('403 provider-sign-in-needed');
});

test('a module gets a token of the user for the audience, which is kept encrypted until shortly before its end', async () => {
  await setProvider({ audiences: [api, files] });
  const { token } = await signIn();
  const response = await ask(token);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const first = await readToken(response);
  expect(decodeJwt(first.access_token)).toMatchObject({ iss: oidc.issuer, aud: api, sub: nova.sub });
  const seconds = (Date.parse(first.expires_at) - server.now().getTime()) / 1000;
  expect(Math.abs(seconds - 600)).toBeLessThan(30);
  expect(await readToken(await ask(token))).toEqual(first);
  expect(decodeJwt((await readToken(await ask(token, files))).access_token).aud).toBe(files);
  expect(await readToken(await ask(token))).toEqual(first);
  const [row] = await readTokens();
  expect(row?.accessTokens).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(row?.takenUntil).toBeNull();

  expect(given).toBe(3);
  const records = await server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.action, 'provider-token-issued'));
  expect(records).toMatchObject(
    [api, files].map((audience) => ({ target: providerId, tenant: 'smsa', details: { audience } })),
  );
});

test.each([59, undefined])('a token that ends in %s s is given once', async (expires_in) => {
  const { token } = await signIn();
  oidc.setLie((route, answer) => (route === '/token' ? { ...answer, expires_in } : answer));
  const first = await readToken(await ask(token));
  expect((await readToken(await ask(token))).access_token).not.toBe(first.access_token);
});

test('ten calls and a refresh in the background do not use a refresh token twice, which would end it', async () => {
  const { refreshToken, token } = await signIn();
  given = 0;
  await server.database.update(providerTokens).set({ nextRefreshAt: server.now() });
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => ask(token))),
    refresh(refreshToken),
  ]);
  const tokens = await Promise.all(answers.map(readToken));
  expect(new Set(tokens.map(({ access_token }) => access_token)).size).toBe(1);
  await waitFor(async () => ((await readTokens())[0]?.takenUntil === null ? true : undefined));
  expect(given).toBeLessThanOrEqual(2);
  // The provider accepts the token that it has given last.
  await server.database.update(providerTokens).set({ accessTokens: null });
  expect((await ask(token)).status).toBe(200);
});

test('a call waits for a slow provider, and does not use the refresh token meanwhile', async () => {
  const { token } = await signIn();
  let answerNow = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  given = 0;
  oidc.setLie(async (route, answer) => {
    if (route !== '/token') return answer;
    given += 1;
    await isHeld;
    return answer;
  });
  const first = ask(token);
  await waitFor(async () => (given === 1 ? true : undefined));
  // The discovery document, the token and the keys: ten seconds each.
  server.passSeconds(35);
  const readCount = async () => {
    const rows = await server.database.select().from(throttles).where(like(throttles.key, 'providerTokens%'));
    return rows.map(({ drainedAt }) => drainedAt.getTime()).join();
  };
  const counted = await readCount();
  const second = ask(token);
  await waitFor(async () => ((await readCount()) === counted ? undefined : true));
  answerNow();
  expect(await readToken(await second)).toEqual(await readToken(await first));
  server.passSeconds(-35);
  expect(given).toBe(1);
});

test('other audiences, sessions, tokens and tenants get none', async () => {
  const { refreshToken, token } = await signIn();
  expect(await readError(await ask(token, files))).toBe('403 audience-not-allowed');
  expect(await readError(await ask(token, '__proto__'))).toBe('403 audience-not-allowed');
  expect(await readError(await ask(token, [api]))).toBe('400 invalid-request');
  expect(await readError(await server.call('POST', path, { body: { audience: api } }))).toBe('401 not-authenticated');
  const { token: byPassword } = await server.signIn('ana@portico.test');
  expect(await readError(await ask(byPassword))).toBe('403 provider-sign-in-needed');

  await server.operate('PUT', `tenants/smsa/apps/smsa/users/${nova.email}`, {});
  const exchange = { refreshToken, headers: { authorization: '' }, body: { app: 'smsa', domain: 'smsa' } };
  const exchanged = v.parse(
    accessTokenResponseSchema,
    await (await server.call('POST', '/api/auth/exchange', exchange)).json(),
  );
  expect(await readError(await ask(exchanged.access_token))).toBe('403 token-not-allowed');
  const elsewhere = await fetch(server.url.replace('localhost', '127.0.0.1') + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ audience: api }),
  });
  expect(await readError(elsewhere)).toBe('403 token-not-allowed');

  expect((await ask(token)).status).toBe(200);
  await server.call('DELETE', '/api/auth/invalidate', { refreshToken });
  expect(await readError(await ask(token))).toBe('401 not-authenticated');
});

test.each([true, 'busy'] as const)(
  'a provider that is down (%s) is an error of its own; the next call tries again',
  async (down) => {
    const { token } = await signIn();
    oidc.setDown(down);
    expect(await readError(await ask(token))).toBe('502 provider-unreachable');
    oidc.setDown(false);
    expect((await ask(token)).status).toBe(200);
  },
);

test.each([
  [true, 401],
  [false, 200],
])(
  'a session that the provider has ended (ends_sessions: %s) needs a new sign-in there',
  async (ends_sessions, status) => {
    await setProvider({ ends_sessions });
    const { token } = await signIn();
    oidc.removeAccount(nova.sub);
    expect(await readError(await ask(token))).toBe('403 provider-sign-in-needed');
    await waitFor(async () => ((await readTokens()).length === 0 ? true : undefined));
    await waitFor(async () =>
      (await server.call('GET', '/api/users/me', { token })).status === status ? true : undefined,
    );
  },
);

test('a token of another audience is not given; a session asks the provider a limited number of times', async () => {
  const { token } = await signIn();
  const other = await oidc.sign({ aud: 'portal', sub: nova.sub });
  oidc.setLie((route, answer) => (route === '/token' ? { ...answer, access_token: other } : answer));
  const codes: string[] = [];
  for (let tries = 0; tries < 13; tries += 1) codes.push(await readError(await ask(token)));
  expect(codes.slice(11)).toEqual(['403 audience-refused', '429 too-many-tries']);
});

test('an audience that is allowed later needs a new sign-in, and costs the session no refresh token', async () => {
  const { token } = await signIn();
  await setProvider({ audiences: [api, files] });
  given = 0;
  expect(await readError(await ask(token, files))).toBe('403 provider-sign-in-needed');
  expect(given).toBe(0);
  expect((await ask(token)).status).toBe(200);
  expect((await ask((await signIn()).token, files)).status).toBe(200);
});

test.each(['https://api.acme.example#part', 'api', 'https://a.example https://b.example', 'https://a.example/"', ''])(
  'an audience is an absolute address without fragment, not %j',
  async (audience) => {
    const body = { issuer: oidc.issuer, client_id: 'portal', audiences: [audience] };
    expect((await server.operate('PUT', 'tenants/smsa/sign-in-providers', body)).status).toBe(400);
  },
);
