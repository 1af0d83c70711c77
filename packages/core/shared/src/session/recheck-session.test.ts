import { store } from '../store';
import { testPortal } from '../testing';
import { send } from './api-client';
import { recheckSession } from './session';
import { accessToken, appsAtom, sessionAtom } from './session-state';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
const routes = () => portal.calls.map(({ route }) => route);
const status = () => store.get(sessionAtom).status;

beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
});

test('a recheck without an answer is repeated before the next call, and once it has one no more', async () => {
  portal.answer('POST /auth/refresh', 'unreachable');
  portal.answer('GET /things', { status: 204 });
  await recheckSession();
  expect(status()).toBe('signed-in');
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  await send('things');
  await send('things');
  expect(routes().filter((route) => route === 'POST /auth/refresh')).toHaveLength(2);
  expect(portal.calls.slice(-2)).toMatchObject([
    { route: 'GET /things', authorization: 'Bearer renewed' },
    { route: 'GET /things', authorization: 'Bearer renewed' },
  ]);
  expect(store.get(sessionAtom)).toEqual({ status: 'signed-in', ...ana });
});

test('a recheck that is refused keeps the screen, and the user signs in again', async () => {
  await recheckSession();
  expect([store.get(sessionAtom), store.get(appsAtom)]).toEqual([{ status: 'expired', ...ana }, apps]);
});

test('a recheck updates the applications of the user; without any, the page reloads', async () => {
  const more = [...apps, { name: 'HR', module: 'hrstudium', description: '' }];
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  portal.answer('GET /tenants/smsa/apps', { body: more });
  await recheckSession();
  expect([status(), store.get(appsAtom)]).toEqual(['signed-in', more]);
  portal.answer('GET /tenants/smsa/apps', { body: [] });
  // jsdom cannot reload.
  const reload = jest.spyOn(console, 'error').mockImplementation();
  await recheckSession();
  expect(reload).toHaveBeenCalledTimes(1);
  reload.mockRestore();
  expect([status(), accessToken()]).toEqual(['signed-out', '']);
});
