import { startTestPortal, type TestPortal } from '../testing';
import { realtimeCredentials } from './realtime-credentials';

const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ realtime: { credentials: 'dynamic', url: '/realtime' } });
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, apps);
});
afterAll(() => portal.close());

it('asks the API for them, and again when they are refused', async () => {
  portal.answer('POST /realtime/credentials', { body: { username: 'a', password: 'one' } });
  const first = await realtimeCredentials();
  expect(first).toEqual({ username: 'a', password: 'one' });
  expect(await realtimeCredentials()).toEqual(first);
  portal.answer('POST /realtime/credentials', { body: { username: 'a', password: 'two' } });
  expect(await realtimeCredentials(first)).toEqual({ username: 'a', password: 'two' });
  expect(portal.calls.map(({ route, authorization }) => [route, authorization])).toEqual([
    ['POST /realtime/credentials', 'Bearer token'],
    ['POST /realtime/credentials', 'Bearer token'],
  ]);
});
