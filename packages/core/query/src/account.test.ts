import {
  appsAtom,
  changeApps,
  fetchApps,
  hasMoreApps,
  sessionAtom,
  signIn,
  signOut,
  startSession,
  store,
} from '@portico/shared';
import { type ApiAnswer, startTestPortal, type TestPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { appsQuery, queryClient } from './index';

const user = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };
const orders = { name: 'Orders', module: 'orders', description: '' };
const claims = btoa(JSON.stringify({ sub: 'ana', sid: 'present', iat: 0, exp: 900 }));
const session = { access_token: `header.${claims}.signature`, user, apps: [smsa], hasMoreApps: true };

let portal: TestPortal;
beforeAll(async () => {
  const state = JSON.stringify({ session });
  document.head.innerHTML = `<script type="application/json" id="portico-state">${state}</script>`;
  portal = await startTestPortal();
  // Never idle.
  Object.assign(window, { requestIdleCallback: () => 0 });
  await startSession();
});
afterAll(() => portal.close());

it('does not take the first applications for all of them', async () => {
  portal.answer('GET /tenants/smsa/apps', { body: [smsa, orders] });
  expect(store.get(appsAtom)).toEqual([smsa]);
  expect(await queryClient.ensureQueryData(appsQuery)).toEqual([smsa, orders]);
  expect([store.get(appsAtom), hasMoreApps()]).toEqual([[smsa, orders], false]);
});

it('begins with the applications of a session that has all', async () => {
  queryClient.clear();
  changeApps(user.email, [smsa]);
  expect(await queryClient.ensureQueryData(appsQuery)).toEqual([smsa]);
  expect(portal.calls).toHaveLength(1);
});

it.each([
  ['older', [smsa]],
  ['empty', []],
])('the late %s list of the session before changes nothing', async (_title, old) => {
  queryClient.clear();
  let answer = (_: ApiAnswer) => {};
  let calls = 0;
  portal.answer('GET /tenants/smsa/apps', () =>
    ++calls === 1 ? new Promise<ApiAnswer>((resolve) => (answer = resolve)) : { body: [smsa, orders] },
  );
  portal.answer('GET /users/me', { body: user });
  portal.answer('POST /auth', { body: { access_token: `header.${claims}.other` } });
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  const query = queryClient.fetchQuery(appsQuery).catch(() => 'cancelled');
  await waitFor(() => expect(calls).toBe(1));
  const asked = fetchApps();
  await signOut();
  await signIn({ email: user.email, password: 'portico-demo' });
  const changed = jest.fn();
  const stop = store.sub(appsAtom, changed);
  answer({ body: old });
  await asked;
  // Later than all that follows the answer.
  expect(await queryClient.fetchQuery(appsQuery)).toEqual([smsa, orders]);
  expect(await query).toBe('cancelled');
  stop();
  expect(changed).not.toHaveBeenCalled();
  expect([calls, store.get(appsAtom), store.get(sessionAtom).status]).toEqual([3, [smsa, orders], 'signed-in']);
});
