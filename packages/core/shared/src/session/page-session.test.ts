import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { testPortal } from '../testing';
import { listenToOtherTabs } from './auth-channel';
import { readStamp } from './auth-stamp';
import { accessToken, appsAtom, sessionAtom } from './session-state';
import { openPageSession } from './start-session';

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
  'a sign-in without scripts after "%s" opens the session and announces it to the other tabs',
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

test('a user without applications is signed out, also on the server', async () => {
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  expect(openPageSession({ access_token: createToken(), user, apps: [] })).toBe(true);
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'no-applications' });
  await waitFor(() => expect(readStamp()).toBe('signed-out present'));
  expect(portal.calls.map(({ route }) => route)).toEqual(['DELETE /auth/invalidate']);
});
