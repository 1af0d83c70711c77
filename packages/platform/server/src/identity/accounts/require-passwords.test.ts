import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { signInProviders } from '../provider-tables';
import { tenants } from '../tenant-tables';

const server = testServer();
const headers = { 'accept-language': 'en' };
const email = 'ana@portico.test';

const setPasswordsOff = (passwordsOff: boolean) =>
  server.database.update(tenants).set({ passwordsOff }).where(eq(tenants.key, 'smsa'));

beforeAll(async () => {
  const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: 'secret' };
  const row = { id: randomUUID(), tenant: 'smsa', name: 'Acme ID', createdAt: server.now(), ...client };
  await server.database.insert(signInProviders).values(row);
});

test.each([
  ['POST', '/api/auth', { email, password: 'portico-demo' }],
  ['POST', '/api/auth/recover', { email }],
  ['PUT', '/api/auth/recover', { email, code: '123456', password: 'a-new-password' }],
  ['PUT', '/api/auth/password', { current_password: 'portico-demo', new_password: 'a-new-password' }],
])('%s %s is refused where passwords are switched off, and names the provider', async (method, path, body) => {
  await setPasswordsOff(false);
  const session = await server.signIn(email);
  await setPasswordsOff(true);
  const response = await server.call(method, path, { ...session, body, headers });
  expect([response.status, await response.json()]).toEqual([
    403,
    { code: 'passwords-off', message: 'Passwords are switched off here. Sign in with Acme ID.' },
  ]);
});

test('no code for a new password is mailed for an administrator', async () => {
  await setPasswordsOff(true);
  const response = await server.operate('POST', `tenants/smsa/users/${email}/reset`);
  expect([response.status, (await response.json()).code]).toEqual([403, 'passwords-off']);
});

test('passwords are back once the last provider is gone', async () => {
  await setPasswordsOff(true);
  await server.database.delete(signInProviders);
  expect((await server.signIn(email)).token).not.toBe('');
});
