import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { testPortal } from '../testing';
import { readStamp } from './auth-stamp';
import { restoreSession, signOut } from './session';
import { accessToken, sessionAtom } from './session-state';
import { startSession } from './start-session';

const stampKey = 'portico:auth:stamp';
const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const status = () => store.get(sessionAtom).status;
const wake = () => document.dispatchEvent(new Event('visibilitychange'));

/** Breaks the storage of the page; returns a function that restores it. */
const failures: Record<string, () => () => void> = {
  forbidden: () => {
    const access = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    return () => access.mockRestore();
  },
  missing: () => {
    const access = jest.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(null as unknown as Storage);
    return () => access.mockRestore();
  },
  full: () => {
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    return () => write.mockRestore();
  },
};

const portal = testPortal();
let restore = () => {};
beforeAll(async () => {
  await portal.reset();
  await startSession();
});
beforeEach(() => portal.reset());
afterEach(() => restore());

describe.each(Object.entries(failures))('while the storage is %s', (_name, breakStorage) => {
  test('signing out ends the session on the server, by the bearer', async () => {
    await portal.signIn(ana, apps);
    restore = breakStorage();
    await signOut();
    expect(portal.calls.map(({ route, authorization }) => [route, authorization])).toEqual([
      ['DELETE /auth/invalidate', 'Bearer token'],
    ]);
    expect(status()).toBe('signed-out');
    expect(accessToken()).toBe('');
  });

  test('a sign-out without an answer is repeated before a restore', async () => {
    await portal.signIn(ana, apps);
    restore = breakStorage();
    portal.answer('DELETE /auth/invalidate', 'unreachable');
    await signOut();
    portal.answer('DELETE /auth/invalidate', { status: 204 });
    await restoreSession();
    expect(status()).toBe('signed-out');
    expect(portal.calls.map(({ route }) => route)).toEqual(['DELETE /auth/invalidate', 'DELETE /auth/invalidate']);
  });

  test('an old stamp does not sign out the user who has signed in since', async () => {
    localStorage.setItem(stampKey, 'signed-out another');
    restore = breakStorage();
    await portal.signIn(ana, apps);
    wake();
    expect(status()).toBe('signed-in');
    expect(portal.calls).toEqual([]);
  });

  test('the other tabs hold the stamp too', async () => {
    restore = breakStorage();
    await portal.signIn(ana, apps);
    const otherTab = new BroadcastChannel('auth_channel');
    otherTab.postMessage({ type: 'TOKEN_REFRESHED', access_token: 'renewed', stamp: 'of-the-other-tab' });
    await waitFor(() => expect(accessToken()).toBe('renewed'));
    expect(readStamp()).toBe('of-the-other-tab');
    wake();
    expect(portal.calls).toEqual([]);

    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    await signOut();
    await waitFor(() =>
      expect(heard).toEqual([{ type: 'SIGNED_OUT', stamp: expect.stringMatching(/^signed-out/) as string }]),
    );
    otherTab.close();
  });
});
