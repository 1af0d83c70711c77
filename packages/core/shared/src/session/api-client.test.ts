import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { type ApiAnswer, supportLocks, testPortal } from '../testing';
import { send } from './api-client';
import { recheckSession, signIn, signOut } from './session';
import { sessionAtom } from './session-state';
import { startSession } from './start-session';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const bruno = { email: 'bruno@portico.test', name: 'Bruno Lima' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
beforeAll(async () => {
  await portal.reset();
  await startSession();
});
beforeEach(async () => {
  Reflect.deleteProperty(navigator, 'locks');
  await portal.reset();
  // The page reloads for the next user, which jsdom cannot do.
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => jest.restoreAllMocks());

/** The calls that the API received, with their tokens. */
const calls = () => portal.calls.map(({ route, authorization }) => [route, authorization]);

const untilReloaded = () => waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-out'));

/** Answers a route once the returned function is called. */
function hold(route: string): (answer: ApiAnswer) => void {
  let answer = (_: ApiAnswer) => {};
  portal.answer(route, new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  return answer;
}

const write = () => send('orders', { method: 'patch', json: { approved: true } });

test.each([
  ['without locks', () => {}],
  ['with locks', supportLocks],
])('a write that is refused after its user has left is not repeated as the next user, %s', async (_title, prepare) => {
  prepare();
  await portal.signIn(ana, apps);
  const answerWrite = hold('PATCH /orders');
  const writing = write();
  await waitFor(() => expect(calls()).toHaveLength(1));
  await signOut();
  portal.answer('POST /auth', { body: { access_token: 'of-bruno' } });
  portal.answer('POST /auth/refresh', { body: { access_token: 'of-bruno, renewed' } });
  const answerAccount = hold('GET /users/me');
  const signingIn = signIn({ email: bruno.email, password: 'portico-demo' });
  await waitFor(() => expect(calls()).toContainEqual(['GET /users/me', 'Bearer of-bruno']));
  answerWrite({ status: 401, body: { code: 'session-ended', message: '' } });
  await expect(writing).rejects.toMatchObject({ status: 401 });
  expect(calls().filter(([route]) => route === 'PATCH /orders')).toEqual([['PATCH /orders', 'Bearer token']]);
  expect(calls()).not.toContainEqual(['POST /auth/refresh', undefined]);
  answerAccount({ body: bruno });
  await signingIn;
});

test('a write that waits for a recheck is not sent as the user who signs in meanwhile', async () => {
  await portal.signIn(ana, apps);
  portal.answer('POST /auth/refresh', { body: { access_token: 'token' } });
  portal.answer('PATCH /orders', { status: 204 });
  const answerRecheck = hold('GET /users/me');
  const recheck = recheckSession();
  await waitFor(() => expect(calls()).toContainEqual(['GET /users/me', 'Bearer token']));
  const writing = write();
  // In another tab Ana signs out, and Bruno in.
  portal.answer('POST /auth/refresh', { body: { access_token: 'of-bruno' } });
  const answerRestore = hold('GET /users/me');
  const otherTab = new BroadcastChannel('auth_channel');
  otherTab.postMessage({ type: 'SIGNED_OUT', stamp: 'signed-out x' });
  otherTab.postMessage({ type: 'SIGNED_IN', stamp: 'a-sign-in' });
  await waitFor(() => expect(calls()).toContainEqual(['GET /users/me', 'Bearer of-bruno']));
  answerRecheck({ body: ana });
  await recheck;
  await expect(writing).rejects.toMatchObject({ status: 401 });
  expect(calls()).not.toContainEqual(['PATCH /orders', 'Bearer of-bruno']);
  answerRestore({ body: bruno });
  await untilReloaded();
  otherTab.close();
});

test.each([403, 409, 500])('a write that ends in %s is not repeated', async (status) => {
  await portal.signIn(ana, apps);
  portal.answer('PATCH /orders', { status });
  await expect(write()).rejects.toMatchObject({ status });
  expect(calls()).toEqual([['PATCH /orders', 'Bearer token']]);
});

test('a refused call without a user renews nothing: the cookie may be that of another user', async () => {
  portal.answer('PATCH /orders', { status: 401 });
  await expect(write()).rejects.toMatchObject({ status: 401 });
  expect(calls()).toEqual([['PATCH /orders', undefined]]);
});
