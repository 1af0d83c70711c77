import { testPortal } from '../testing';
import { getRealtimeCredentials } from './realtime-credentials';

const email = 'ana@portico.test';
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const portal = testPortal({ realtime: { credentials: 'dynamic', url: '/realtime' } });

beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email, name: 'Ana Prado' }, apps);
});

it('requests credentials from the API, and again when they are refused', async () => {
  portal.answer('POST /realtime/credentials', { body: { username: 'a', password: 'one' } });
  const first = await getRealtimeCredentials(email);
  expect(first).toEqual({ username: 'a', password: 'one' });
  expect(await getRealtimeCredentials(email)).toEqual(first);
  portal.answer('POST /realtime/credentials', { body: { username: 'a', password: 'two' } });
  expect(await getRealtimeCredentials(email, first)).toEqual({ username: 'a', password: 'two' });
  expect(portal.calls.map(({ route, authorization }) => [route, authorization])).toEqual([
    ['POST /realtime/credentials', 'Bearer token'],
    ['POST /realtime/credentials', 'Bearer token'],
  ]);
});

it('requests them without a token while there is no session', async () => {
  portal.answer('POST /realtime/credentials', { body: { username: 'portico-anonymous', password: 'shared' } });
  expect(await getRealtimeCredentials('')).toEqual({ username: 'portico-anonymous', password: 'shared' });
  expect(portal.calls.at(-1)?.authorization).toBeUndefined();
});
