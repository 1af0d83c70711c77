import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { type ApiAnswer, testPortal } from '../testing';
import { validateSession } from './api-client';
import { listenToOtherTabs } from './auth-channel';
import { readStamp } from './auth-stamp';
import { fetchApps, loadAllApps, missingAppsAtom } from './load-all-apps';
import { openPageSession } from './page-session';
import { signIn, signOut } from './session';
import { accessToken, appsAtom, hasMoreApps, sessionAtom } from './session-state';

const stampKey = 'portico:auth:stamp';
const user = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

/** An access token of the session `present`, which was issued when the page was requested. */
function createToken(lifetimeSeconds = 900): string {
  const claims = { sub: 'ana', sid: 'present', iat: 0, exp: lifetimeSeconds };
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

const portal = testPortal();
beforeEach(() => portal.reset());

test('a session from the page signs in without a call', () => {
  const token = createToken();
  expect(openPageSession({ access_token: token, user, apps })).toBe(true);
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', ...user });
  expect(store.get(appsAtom)).toEqual(apps);
  expect(accessToken()).toBe(token);
  expect(portal.calls).toEqual([]);
});

test.each([
  ['the token of a page that slept too long', 'a-sign-in', createToken(0)],
  ['the user signed out of it', 'signed-out present', createToken()],
  ['the user signed out of it, and the server did not answer', 'signed-out-unanswered present', createToken()],
  ['the user signed out of an unknown session', 'signed-out ', createToken()],
  ['the user signed out, and the token does not say of which session it is', 'signed-out other', 'opaque'],
])('a session is not opened: %s', (_reason, stamp, access_token) => {
  localStorage.setItem(stampKey, stamp);
  expect(openPageSession({ access_token, user, apps })).toBe(false);
  expect(store.get(sessionAtom).status).toBe('signed-out');
  expect(accessToken()).toBe('');
  expect(readStamp()).toBe(stamp);
});

test.each(['', 'a-sign-in'])('after the stamp "%s" no stamp is needed', (stamp) => {
  localStorage.setItem(stampKey, stamp);
  expect(openPageSession({ access_token: createToken(), user, apps })).toBe(true);
  expect(readStamp()).toBe(stamp);
});

test.each(['signed-out other', 'signed-out-unanswered other'])(
  'a session that no script saw begin after "%s" is opened, and the other tabs hear of it',
  async (stamp) => {
    localStorage.setItem(stampKey, stamp);
    listenToOtherTabs(() => undefined);
    const otherTab = new BroadcastChannel('auth_channel');
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    expect(openPageSession({ access_token: createToken(), user, apps })).toBe(true);
    expect(readStamp()).not.toMatch(/signed-out/);
    await waitFor(() => expect(heard).toEqual([{ type: 'SIGNED_IN', stamp: readStamp() }]));
    otherTab.close();
  },
);

test('a page that names some of the applications leaves the others to one call, with the token of the page', async () => {
  const token = createToken();
  const others = [...apps, { name: 'HR', module: 'hrstudium', description: '' }];
  portal.answer('GET /tenants/smsa/apps', { body: others });
  openPageSession({ access_token: token, user, apps, hasMoreApps: true });
  expect(hasMoreApps()).toBe(true);
  await Promise.all([loadAllApps(), loadAllApps()]);
  expect([hasMoreApps(), store.get(appsAtom)]).toEqual([false, others]);
  await loadAllApps();
  expect(portal.calls).toMatchObject([{ route: 'GET /tenants/smsa/apps', authorization: `Bearer ${token}` }]);
});

test.each([
  ['a list', [{ name: 'Old', module: 'old', description: '' }]],
  ['an empty list', []],
])('%s that the session before asked for is no answer to the next', async (_title, old) => {
  let answer = (_: ApiAnswer) => {};
  let calls = 0;
  portal.answer('GET /tenants/smsa/apps', () =>
    ++calls === 1 ? new Promise<ApiAnswer>((resolve) => (answer = resolve)) : { body: apps },
  );
  portal.answer('GET /users/me', { body: user });
  portal.answer('POST /auth', { body: { access_token: createToken() } });
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  openPageSession({ access_token: createToken(), user, apps, hasMoreApps: true });
  const asked = fetchApps();
  await waitFor(() => expect(calls).toBe(1));
  await signOut();
  await signIn({ email: user.email, password: 'portico-demo' });
  const askedAnew = fetchApps();
  answer({ body: old });
  expect(await Promise.all([asked, askedAnew])).toEqual([apps, apps]);
  expect([calls, store.get(appsAtom), store.get(sessionAtom).status]).toEqual([3, apps, 'signed-in']);
});

test('other calls do not wait for the others, with or without an answer, and they are asked for again', async () => {
  portal.answer('GET /auth/validate', { status: 204 });
  let answer = (_: ApiAnswer) => {};
  portal.answer(
    'GET /tenants/smsa/apps',
    new Promise<ApiAnswer>((resolve) => {
      answer = resolve;
    }),
  );
  openPageSession({ access_token: createToken(), user, apps, hasMoreApps: true });
  const loading = loadAllApps();
  expect(await validateSession()).toBe(true);
  answer({ status: 503 });
  await loading;
  expect(await validateSession()).toBe(true);
  expect([hasMoreApps(), store.get(appsAtom), store.get(sessionAtom).status]).toEqual([true, apps, 'signed-in']);
  expect(portal.calls.filter(({ route }) => route !== 'GET /auth/validate')).toHaveLength(1);
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  await loadAllApps();
  expect(hasMoreApps()).toBe(false);
});

test('a call after a failure says that the applications are asked for again', async () => {
  openPageSession({ access_token: createToken(), user, apps, hasMoreApps: true });
  const states: unknown[] = [];
  const stop = store.sub(missingAppsAtom, () => states.push(store.get(missingAppsAtom)));
  portal.answer('GET /tenants/smsa/apps', { status: 503 });
  await loadAllApps();
  await loadAllApps();
  portal.answer('GET /tenants/smsa/apps', { body: apps });
  await loadAllApps();
  stop();
  expect(states).toEqual(['failed', 'retrying', 'failed', 'retrying', false]);
});

test('a user whose complete list is empty is signed out', async () => {
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  portal.answer('GET /tenants/smsa/apps', { body: [] });
  openPageSession({ access_token: createToken(), user, apps, hasMoreApps: true });
  await loadAllApps();
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'no-applications' });
  await waitFor(() => expect(portal.calls.map(({ route }) => route)).toContain('DELETE /auth/invalidate'));
});

test('a user without applications is signed out, also on the server', async () => {
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  expect(openPageSession({ access_token: createToken(), user, apps: [] })).toBe(true);
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'no-applications' });
  await waitFor(() => expect(readStamp()).toBe('signed-out present'));
  expect(portal.calls.map(({ route }) => route)).toEqual(['DELETE /auth/invalidate']);
});
