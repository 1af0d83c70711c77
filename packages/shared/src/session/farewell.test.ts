import { send } from '../api/api-client';
import { startTestPortal, type TestPortal } from '../testing';
import { beforeSignOut } from './farewell';
import { signOut } from './session';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

let portal: TestPortal;
let takeBack: () => void = () => undefined;

beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
});
afterEach(() => takeBack());
afterAll(() => portal.close());

const endings = () => portal.calls.map(({ route, authorization }) => `${route} ${authorization ?? ''}`.trim());

test('what is done before the end of a session has its access token', async () => {
  takeBack = beforeSignOut(async (token) => void (await send('farewell', { method: 'post', context: { token } })));
  portal.answer('POST /farewell', { status: 204 });
  await signOut();
  expect(endings()).toEqual(['POST /farewell Bearer token', 'DELETE /auth/invalidate']);
});

test.each([
  ['fails', () => Promise.reject(new Error('Not now'))],
  ['never ends', () => new Promise<never>(() => undefined)],
])('what %s holds no session open', async (_case, farewell) => {
  takeBack = beforeSignOut(farewell);
  await signOut();
  expect(endings()).toEqual(['DELETE /auth/invalidate']);
});
