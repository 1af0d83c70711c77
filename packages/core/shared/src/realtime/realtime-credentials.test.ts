import { testPortal } from '../testing';
import { getRealtimeCredentials } from './realtime-credentials';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, [{ name: 'SMSA', module: 'smsa', description: '' }]);
});

it('signs in as the session', async () => {
  expect(await getRealtimeCredentials(ana.email)).toEqual({ username: ana.email, password: 'token' });
  expect(portal.calls).toEqual([]);
});

it('renews a refused token, but not one that has been renewed since', async () => {
  portal.answer('POST /auth/refresh', { body: { access_token: 'fresh' } });
  const refused = await getRealtimeCredentials(ana.email);
  expect(await getRealtimeCredentials(ana.email, refused)).toEqual({ username: ana.email, password: 'fresh' });
  expect(await getRealtimeCredentials(ana.email, refused)).toEqual({ username: ana.email, password: 'fresh' });
  expect(portal.calls.map(({ route }) => route)).toEqual(['POST /auth/refresh']);
});

it('connects without credentials while there is no session', async () => {
  expect(await getRealtimeCredentials('')).toBeUndefined();
});
