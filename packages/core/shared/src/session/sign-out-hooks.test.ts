import { testPortal } from '../testing';
import { send } from './api-client';
import { beforeSignOut, signOut } from './session';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
let removeHook: () => void = () => undefined;

beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
});
afterEach(() => removeHook());

const endings = () => portal.calls.map(({ route, authorization }) => `${route} ${authorization ?? ''}`.trim());

test('a hook runs before the session ends, with its access token', async () => {
  removeHook = beforeSignOut(async (token) => void (await send('bye', { method: 'post', token })));
  portal.answer('POST /bye', { status: 204 });
  await signOut();
  expect(endings()).toEqual(['POST /bye Bearer token', 'DELETE /auth/invalidate Bearer token']);
});

test.each([
  ['fails', () => Promise.reject(new Error('Not now'))],
  ['never ends', () => new Promise<never>(() => undefined)],
])('a hook that %s does not keep the session open', async (_case, hook) => {
  removeHook = beforeSignOut(hook);
  await signOut();
  expect(endings()).toEqual(['DELETE /auth/invalidate Bearer token']);
});
