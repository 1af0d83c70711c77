import { queryClient } from '@portico/query';
import { appsAtom, sessionAtom, store, waitingToastsAtom } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, waitFor } from '@testing-library/react';
import { supportLayout, supportWidth } from '../testing/browser';
import { serveNotifications } from '../testing/test-notifications';
import { Notifications } from './bell';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };
const orders = { name: 'Orders', module: 'orders', description: '' };

const portal = testPortal();
beforeAll(() => {
  supportLayout();
  supportWidth(768);
});
beforeEach(async () => {
  await portal.reset();
  serveNotifications(portal, []);
  await portal.signIn(ana, [smsa]);
});

const count = (wanted: string) => portal.calls.filter(({ route }) => route === wanted).length;
const returnToPortal = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));

async function load(): Promise<void> {
  renderParcel(Notifications, 'notifications');
  await waitFor(() => expect(count('GET /users/me')).toBe(1));
}

/** A return asks nothing for what is still being fetched. */
const fetched = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

it('fetches the user when the notifications load, and saves them into the session', async () => {
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  await load();
  await waitFor(() => expect(store.get(sessionAtom)).toMatchObject({ email: ana.email, name: 'Ana Lima' }));
  expect(count('GET /tenants/smsa/apps')).toBe(0);
});

it('follows a change of the name in another tab, and ignores messages about other users', async () => {
  await load();
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  const otherTab = new BroadcastChannel('portico:account');
  otherTab.postMessage({ type: 'USER_CHANGED', email: 'bruno@portico.test' });
  otherTab.postMessage({ type: 'USER_CHANGED', email: ana.email });
  await waitFor(() => expect(store.get(sessionAtom).name).toBe('Ana Lima'));
  expect(count('GET /users/me')).toBe(2);
});

it('fetches the applications again when the user returns, and replaces them only after a change', async () => {
  await load();
  const before = store.get(appsAtom);
  returnToPortal();
  await waitFor(() => expect(count('GET /tenants/smsa/apps')).toBe(1));
  await fetched();
  expect(store.get(appsAtom)).toBe(before);
  portal.answer('GET /tenants/smsa/apps', { body: [smsa, orders] });
  returnToPortal();
  await waitFor(() => expect(store.get(appsAtom)).toEqual([smsa, orders]));
});

it('signs out a user who has no applications any more', async () => {
  await load();
  portal.answer('GET /tenants/smsa/apps', { body: [] });
  returnToPortal();
  await waitFor(() =>
    expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'no-applications' }),
  );
});

it('signs out a user who is refused', async () => {
  portal.answer('GET /users/me', { status: 403, body: { code: 'forbidden', message: '' } });
  renderParcel(Notifications, 'notifications');
  await waitFor(() =>
    expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-out', reason: 'account-refused' }),
  );
});

it('signs out once when both calls are refused', async () => {
  await load();
  for (const route of ['GET /users/me', 'GET /tenants/smsa/apps'])
    portal.answer(route, { status: 403, body: { code: 'forbidden', message: '' } });
  returnToPortal();
  await waitFor(() => expect(store.get(sessionAtom).reason).toBe('account-refused'));
  await waitFor(() => expect(count('DELETE /auth/invalidate')).toBe(1));
  expect(store.get(waitingToastsAtom)).toEqual([]);
});

it('keeps user and applications when the server does not answer', async () => {
  portal.answer('GET /users/me', { status: 503 });
  await load();
  portal.answer('GET /tenants/smsa/apps', 'unreachable');
  returnToPortal();
  await waitFor(() => expect(count('GET /tenants/smsa/apps')).toBe(1));
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-in', ...ana });
  expect(store.get(appsAtom)).toEqual([smsa]);
});
