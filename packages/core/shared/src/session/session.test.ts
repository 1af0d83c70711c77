import { waitFor } from '@testing-library/dom';
import { validateSession } from '../modules/session-calls';
import { store } from '../store';
import { type ApiAnswer, type ApiCall, testPortal, withShortWaits } from '../testing';
import { send } from './api-client';
import { type AuthMessage, listenToOtherTabs } from './auth-channel';
import { recheckSession, restoreSession, signIn, signOut } from './session';
import { accessToken, appsAtom, dispatch, sessionAtom } from './session-state';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const credentials = { email: ana.email, password: 'portico-demo' };
/** Between the tries of a call that gets no answer, in milliseconds. */
const retryWaits = [1_000, 2_000, 4_000];

const refuseOldToken = ({ authorization }: ApiCall): ApiAnswer =>
  authorization === 'Bearer renewed' ? { status: 204 } : { status: 401, body: { code: 'token-expired', message: '' } };

const portal = testPortal();
const routes = () => portal.calls.map(({ route }) => route);
const status = () => store.get(sessionAtom).status;

beforeEach(() => portal.reset());

test('signing in stores the token, then loads the user and the apps of the tenant with it', async () => {
  await portal.signIn(ana, apps);
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', ...ana });
  expect(store.get(appsAtom)).toEqual(apps);
  expect(accessToken()).toBe('token');
});

test('restoring refreshes the session of the cookie', async () => {
  portal.answer('POST /auth/refresh', { body: { access_token: 'restored' } });
  portal.answer('GET /users/me', { body: { email: ana.email, unknown: 1 } });
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  await restoreSession();
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', email: ana.email, name: '' });
  expect(portal.calls.find(({ route }) => route === 'GET /users/me')?.authorization).toBe('Bearer restored');
});

test('a call waits until the session is restored', async () => {
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth/refresh', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  portal.answer('GET /users/me', { body: ana });
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  portal.answer('GET /auth/validate', refuseOldToken);
  const restoring = restoreSession();
  const call = validateSession();
  await waitFor(() => expect(routes()).toEqual(['POST /auth/refresh']));
  answer({ body: { access_token: 'renewed' } });
  await expect(call).resolves.toBe(true);
  expect(routes().filter((route) => route === 'GET /auth/validate')).toHaveLength(1);
  await restoring;
});

test('a refused refresh ends restoring, signed out', async () => {
  await restoreSession();
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-out', email: '', name: '' });
});

test('a server that does not answer is unreachable, never signed out', async () => {
  portal.answer('POST /auth/refresh', { status: 503 });
  expect(await withShortWaits([500, 1_500], restoreSession)).toEqual([500, 1_500]);
  expect(status()).toBe('unreachable');
  expect(routes()).toEqual(['POST /auth/refresh', 'POST /auth/refresh', 'POST /auth/refresh']);
});

test('a server that fails once is asked again, and one that keeps failing is unreachable', async () => {
  portal.answer('POST /auth/refresh', { body: { access_token: 'restored' } });
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  let failures = 1;
  portal.answer('GET /users/me', () => (failures-- > 0 ? { status: 503 } : { body: ana }));
  expect(await withShortWaits(retryWaits, restoreSession)).toEqual([1_000]);
  expect(status()).toBe('signed-in');
  failures = Number.POSITIVE_INFINITY;
  expect(await withShortWaits(retryWaits, restoreSession)).toEqual(retryWaits);
  expect(status()).toBe('unreachable');
});

test('user and applications that fail together are one failure, after the attempts of one', async () => {
  portal.answer('POST /auth/refresh', { body: { access_token: 'restored' } });
  for (const route of ['GET /users/me', 'GET /tenants/smsa/apps']) portal.answer(route, { status: 503 });
  const seen: string[] = [];
  const stop = store.sub(sessionAtom, () => seen.push(status()));
  const waits = await withShortWaits(retryWaits, restoreSession);
  stop();
  expect(seen).toEqual(['restoring', 'unreachable']);
  expect(waits.sort((one, other) => one - other)).toEqual([1_000, 1_000, 2_000, 2_000, 4_000, 4_000]);
});

test('a user without applications is signed out with the reason', async () => {
  await portal.signIn(ana, []);
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'no-applications' });
  expect(accessToken()).toBe('');
});

test('a refused user is signed out with the reason', async () => {
  portal.answer('POST /auth', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', { status: 403, body: { code: 'forbidden', message: '' } });
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  await signIn(credentials);
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'account-refused' });
});

test.each([{ status: 204 }, { status: 500 }, 'unreachable'] as const)(
  'signing out clears the state when the call ends in %j',
  async (answer) => {
    await portal.signIn(ana, apps);
    portal.answer('DELETE /auth/invalidate', answer);
    await signOut();
    expect(routes()).toContain('DELETE /auth/invalidate');
    expect(status()).toBe('signed-out');
    expect(store.get(appsAtom)).toEqual([]);
    expect(accessToken()).toBe('');
  },
);

test('a call with an expired token is repeated once with a new one', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  portal.answer('GET /auth/validate', refuseOldToken);
  await expect(validateSession()).resolves.toBe(true);
  expect(portal.calls.map(({ route, authorization }) => [route, authorization])).toEqual([
    ['GET /auth/validate', 'Bearer token'],
    ['POST /auth/refresh', undefined],
    ['GET /auth/validate', 'Bearer renewed'],
  ]);
});

test('a repeated write carries the same body', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  portal.answer('POST /things', refuseOldToken);
  await send('things', { method: 'post', json: { name: 'kept' } });
  const writes = portal.calls.filter(({ route }) => route === 'POST /things');
  expect(writes.map(({ body }) => body)).toEqual([{ name: 'kept' }, { name: 'kept' }]);
});

test('many refused calls share one renewal', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  portal.answer('GET /auth/validate', refuseOldToken);
  await Promise.all(Array.from({ length: 20 }, () => validateSession()));
  expect(routes().filter((route) => route === 'POST /auth/refresh')).toHaveLength(1);
  expect(routes().filter((route) => route === 'GET /auth/validate')).toHaveLength(40);
});

test('a repetition that is refused again is not repeated', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  portal.answer('GET /auth/validate', { status: 401 });
  await expect(validateSession()).resolves.toBe(false);
  expect(routes()).toEqual(['GET /auth/validate', 'POST /auth/refresh', 'GET /auth/validate']);
});

test('after a refused renewal calls wait, and continue when the same user signs in again', async () => {
  await portal.signIn(ana, apps);
  portal.answer('GET /auth/validate', refuseOldToken);
  portal.answer('POST /auth/refresh', { status: 401 });
  const call = validateSession();
  await waitFor(() => expect(status()).toBe('expired'));
  expect(store.get(appsAtom)).toEqual(apps);
  const later = validateSession();
  portal.answer('POST /auth', { body: { access_token: 'renewed' } });
  await signIn(credentials);
  await expect(Promise.all([call, later])).resolves.toEqual([true, true]);
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', ...ana });
});

test('signing out while expired ends the wait of the calls', async () => {
  await portal.signIn(ana, apps);
  portal.answer('GET /auth/validate', { status: 401 });
  portal.answer('POST /auth/refresh', { status: 401 });
  const call = validateSession();
  await waitFor(() => expect(status()).toBe('expired'));
  await signOut();
  await expect(call).resolves.toBe(false);
  expect(status()).toBe('signed-out');
});

test('a renewal that ends after signing out changes nothing', async () => {
  await portal.signIn(ana, apps);
  portal.answer('GET /auth/validate', { status: 401 });
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth/refresh', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  const call = validateSession();
  await waitFor(() => expect(routes()).toContain('POST /auth/refresh'));
  const left = signOut();
  answer({ body: { access_token: 'late' } });
  await left;
  await call;
  expect(accessToken()).toBe('');
  expect(status()).toBe('signed-out');
});

test('the calls of a session do not wait for the recheck of the one before', async () => {
  await portal.signIn(ana, apps);
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth/refresh', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  const recheck = recheckSession();
  await waitFor(() => expect(routes()).toContain('GET /users/me'));
  await signOut();
  await portal.signIn(ana, apps);
  portal.answer('GET /things', { status: 204 });
  const call = send('things');
  await waitFor(() => expect(routes()).toContain('GET /things'));
  answer({ status: 401 });
  await Promise.all([call, recheck]);
  expect(status()).toBe('signed-in');
});

test('a sign-in during which another tab signs out still signs in', async () => {
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  const signingIn = signIn(credentials);
  await waitFor(() => expect(routes()).toContain('GET /users/me'));
  dispatch({ type: 'signed-out' });
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  answer({ body: ana });
  await signingIn;
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', ...ana });
});

test.each([
  ['receive a sign-in', apps, ['SIGNED_IN']],
  ['do not hear that a user without applications signed in', [], ['SIGNED_OUT']],
])('the other tabs %s', async (_title, found, messages) => {
  listenToOtherTabs(() => undefined);
  const otherTab = new BroadcastChannel('auth_channel');
  const heard: AuthMessage[] = [];
  otherTab.onmessage = ({ data }: MessageEvent<AuthMessage>) => heard.push(data);
  await portal.signIn(ana, found);
  await waitFor(() => expect(heard.map(({ type }) => type)).toEqual(messages));
  otherTab.close();
});

test('a sign-out that did not reach the server is repeated at the next start, before a restore', async () => {
  await portal.signIn(ana, apps);
  portal.answer('DELETE /auth/invalidate', 'unreachable');
  await signOut();
  portal.answer('POST /auth/refresh', { body: { access_token: 'still there' } });
  await restoreSession();
  expect(status()).toBe('signed-out');
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  await restoreSession();
  expect(status()).toBe('signed-out');
  expect(routes()).not.toContain('POST /auth/refresh');
});

test('a sign-in that cannot load the account leaves no session behind', async () => {
  portal.answer('POST /auth', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', 'unreachable');
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  const signingIn = () => expect(signIn(credentials)).rejects.toMatchObject({ status: 0 });
  expect(await withShortWaits(retryWaits, signingIn)).toEqual(retryWaits);
  expect(routes().filter((route) => route === 'GET /users/me')).toHaveLength(4);
  expect(routes()).toContain('DELETE /auth/invalidate');
  expect(accessToken()).toBe('');
});

test('every call may take 15 s: a slow answer is not a lost one', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await portal.signIn(ana, apps);
  await signOut();
  await restoreSession();
  const limits = timers.mock.calls.map(([, wait = 0]) => wait).filter((wait) => wait >= 2_000);
  timers.mockRestore();
  expect(routes()).toEqual(['DELETE /auth/invalidate', 'POST /auth/refresh']);
  // Besides them: sign-in, user and applications.
  expect(limits).toEqual([15_000, 15_000, 15_000, 15_000, 15_000]);
});
