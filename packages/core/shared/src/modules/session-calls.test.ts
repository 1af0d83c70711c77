import { testPortal } from '../testing';
import { exchangeAccessToken, validateSession } from './session-calls';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const portal = testPortal();
beforeEach(() => portal.reset());

test('exchanging sends app and domain, and an empty Authorization header', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/exchange', { body: { access_token: 'exchanged' } });
  await expect(exchangeAccessToken({ app: 'hrstudium', domain: 'finouro' })).resolves.toBe('exchanged');
  expect(portal.calls).toMatchObject([{ body: { app: 'hrstudium', domain: 'finouro' }, authorization: '' }]);
});

test('exchanging for an audience sends it with the access token', async () => {
  await portal.signIn(ana, apps);
  const audience = 'https://api.acme.example';
  portal.answer('POST /auth/provider-token', { body: { access_token: 'of the provider', expires_at: '2026-01-01' } });
  await expect(exchangeAccessToken({ audience })).resolves.toBe('of the provider');
  expect(portal.calls).toMatchObject([{ body: { audience }, authorization: 'Bearer token' }]);
  portal.answer('POST /auth/provider-token', { status: 403, body: { code: 'audience-not-allowed', message: 'No.' } });
  await expect(exchangeAccessToken({ audience })).rejects.toMatchObject({ code: 'audience-not-allowed', status: 403 });
});

test.each([
  [
    'POST /auth/exchange',
    () => exchangeAccessToken({ app: 'smsa', domain: 'smsa' }),
    { body: { access_token: 'other' } },
    'other',
  ],
  ['GET /auth/validate', () => validateSession(), { status: 204 }, true],
] as const)('a 401 of %s refreshes once, and the call is repeated once', async (route, call, answer, result) => {
  await portal.signIn(ana, apps);
  let refusals = 1;
  portal.answer(route, () => (refusals-- > 0 ? { status: 401 } : answer));
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  await expect(call()).resolves.toBe(result);
  expect(portal.calls.map((each) => each.route)).toEqual([route, 'POST /auth/refresh', route]);
});
