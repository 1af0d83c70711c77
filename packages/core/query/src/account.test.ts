import { appsAtom, changeApps, sessionAtom, signIn, signOut, store } from '@portico/shared';
import { type ApiAnswer, testPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { appsQuery, queryClient } from './index';

const user = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };
const orders = { name: 'Orders', module: 'orders', description: '' };

const portal = testPortal();
beforeEach(() => portal.signIn(user, [smsa]));

it('begins with the applications of the session, and gives it those that have changed', async () => {
  expect(await queryClient.ensureQueryData(appsQuery)).toEqual([smsa]);
  expect(portal.calls).toEqual([]);
  portal.answer('GET /tenants/smsa/apps', { body: [smsa, orders] });
  expect(await queryClient.fetchQuery(appsQuery)).toEqual([smsa, orders]);
  expect(store.get(appsAtom)).toEqual([smsa, orders]);
});

it.each([
  ['older', [smsa]],
  ['empty', []],
])('the late %s list of the session before changes nothing', async (_title, old) => {
  let answer = (_: ApiAnswer) => {};
  portal.answer('GET /tenants/smsa/apps', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  const query = queryClient.fetchQuery(appsQuery).catch(() => 'cancelled');
  await waitFor(() => expect(portal.calls).toHaveLength(1));
  await signOut();
  portal.answer('GET /tenants/smsa/apps', { body: [smsa, orders] });
  await signIn({ email: user.email, password: 'portico-demo' });
  const changed = jest.fn();
  const stop = store.sub(appsAtom, changed);
  answer({ body: old });
  expect(await query).toBe('cancelled');
  changeApps('other@portico.test', [smsa]);
  // Later than all that follows the answer.
  expect(await queryClient.fetchQuery(appsQuery)).toEqual([smsa, orders]);
  stop();
  expect(changed).not.toHaveBeenCalled();
  expect([store.get(appsAtom), store.get(sessionAtom).status]).toEqual([[smsa, orders], 'signed-in']);
});
