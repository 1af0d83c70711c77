import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { type ApiAnswer, testPortal } from '../testing';
import { listenToOtherTabs, tellOtherTabs } from './auth-channel';
import { readStamp } from './auth-stamp';
import { renewAccessToken } from './renew-access-token';
import { restoreSession } from './session';
import { sessionAtom } from './session-state';

const portal = testPortal();
beforeEach(() => portal.reset());

test('a refresh that ends before the message of a sign-out in another tab does not undo the sign-out', async () => {
  listenToOtherTabs(() => undefined);
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  const otherTab = new BroadcastChannel('auth_channel');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth/refresh', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  const renewing = renewAccessToken();
  await waitFor(() => expect(portal.calls.map(({ route }) => route)).toContain('POST /auth/refresh'));
  // The other tab's stamp arrives before its message. That tab calls the server after this refresh.
  localStorage.setItem('portico:auth:stamp', 'signed-out-unanswered present');
  answer({ body: { access_token: 'renewed' } });
  expect(await renewing).toBe('');
  expect(store.get(sessionAtom).status).toBe('signed-out');
  expect(readStamp()).toBe('signed-out-unanswered present');
  tellOtherTabs({ type: 'SIGNED_IN' });
  await waitFor(() => expect(heard).toMatchObject([{ type: 'SIGNED_IN' }]));
  otherTab.close();
});

test('nor does the refresh of a page that is only starting', async () => {
  let answer = (_: ApiAnswer) => {};
  portal.answer('POST /auth/refresh', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  localStorage.setItem('portico:auth:stamp', 'a-token');
  const restoring = restoreSession();
  await waitFor(() => expect(portal.calls.map(({ route }) => route)).toContain('POST /auth/refresh'));
  localStorage.setItem('portico:auth:stamp', 'signed-out-unanswered present');
  answer({ body: { access_token: 'renewed' } });
  await restoring;
  expect(store.get(sessionAtom).status).toBe('signed-out');
  expect(readStamp()).toBe('signed-out-unanswered present');
});
