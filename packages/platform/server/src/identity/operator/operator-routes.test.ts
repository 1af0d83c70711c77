// Runs on PGlite and on PostgreSQL.
import { memberPageSchema, operatorAppListSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const server = testServer({ PORTICO_DEMO: 'off' }, { configuration: { hosts: { localhost: 'acme' } } });

const grantPath = (module: string, email: string) => `tenants/acme/apps/${module}/users/${email}`;

test('an empty server becomes a portal, and every step is checked', async () => {
  expect(await (await server.operate('GET', 'users')).json()).toEqual([]);
  const tenant = { key: 'acme', name: 'Acme', accent: '#112233' };
  expect((await server.operate('POST', 'tenants', tenant)).status).toBe(201);
  expect(await readError(await server.operate('POST', 'tenants', tenant))).toBe('409 tenant-exists');
  expect(await (await server.operate('GET', 'tenants')).json()).toEqual([tenant]);

  const user = { email: 'Eva@acme.test', name: 'Eva', password: 'a-good-password' };
  const nowhere = { ...user, tenant: 'nowhere' };
  expect(await readError(await server.operate('POST', 'users', nowhere))).toBe('404 tenant-unknown');
  const added = { email: 'eva@acme.test', name: 'Eva', disabled: false };
  expect(await (await server.operate('POST', 'users', user)).json()).toEqual(added);
  expect(await readError(await server.operate('POST', 'users', user))).toBe('409 user-exists');
  expect(await (await server.operate('GET', 'users')).json()).toEqual([added]);

  const isNew = { new: true };
  expect(await readError(await server.operate('PUT', grantPath('smsa', 'eva@acme.test'), isNew))).toBe(
    '400 app-name-needed',
  );
  const naming = { name: 'SMSA', description: 'Serviços' };
  const english = { description_en: 'Services' };
  expect(
    (await server.operate('PUT', grantPath('smsa', 'eva@acme.test'), { ...naming, ...english, new: true })).status,
  ).toBe(204);
  expect((await server.operate('PUT', grantPath('smsa', 'eva@acme.test'))).status).toBe(204);
  expect((await server.operate('PUT', 'tenants/acme/apps/welcome', { name: 'Welcome' })).status).toBe(204);
  expect(await (await server.operate('GET', 'tenants/acme/apps')).json()).toEqual([
    { module: 'smsa', ...naming, direct: 1, groups: [], places_off: [] },
    { module: 'welcome', name: 'Welcome', description: '', direct: 0, groups: [], places_off: [] },
  ]);

  const { token } = await server.signIn('eva@acme.test', 'a-good-password');
  const apps = async () => (await server.call('GET', '/api/tenants/acme/apps', { token })).json();
  expect(await apps()).toEqual([{ module: 'smsa', ...naming, ...english }]);
  expect((await server.operate('DELETE', grantPath('smsa', 'eva@acme.test'))).status).toBe(204);
  expect(await apps()).toEqual([]);
});

test('a user with the longest e-mail can be given an app, disabled and deleted', async () => {
  const label = (letter: string) => letter.repeat(60);
  const email = `${label('a')}@${label('b')}.${label('c')}.${label('d')}.test`;
  expect((await server.operate('POST', 'users', { email, name: 'Eva' })).status).toBe(201);
  const path = `users/${encodeURIComponent(email)}`;
  await server.operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
  const granted = await server.operate('PUT', grantPath('smsa', encodeURIComponent(email)), {
    name: 'SMSA',
    new: true,
  });
  expect(granted.ok).toBe(true);
  expect((await server.operate('PATCH', path, { disabled: true })).status).toBe(200);
  expect((await server.operate('DELETE', path)).status).toBe(204);
});

test('a disabled user is signed out immediately and may sign in again when enabled', async () => {
  const user = { email: 'rui@acme.test', name: 'Rui', password: 'a-good-password', tenant: 'acme' };
  await server.operate('POST', 'users', user);
  const { token } = await server.signIn(user.email, user.password);
  const change = (disabled: boolean) => server.operate('PATCH', `users/${user.email}`, { disabled });

  expect(await (await change(true)).json()).toMatchObject({ disabled: true });
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
  await expect(server.signIn(user.email, user.password)).rejects.toThrow();
  expect((await change(false)).status).toBe(200);
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
  expect((await server.signIn(user.email, user.password)).token).not.toBe('');
});

test.each([
  ['PATCH', 'users/nobody@acme.test', { disabled: true }, '404 user-unknown'],
  ['PATCH', 'users/nobody', { disabled: true }, '400 invalid-request'],
  ['POST', 'users', { email: 'new@acme.test', name: 'New', password: 'new@acme.test' }, '400 password-same-as-email'],
  ['POST', 'users', { email: 'new@acme.test', name: 'New\n' + 'Line' }, '400 invalid-request'],
  ['POST', 'tenants', { key: 'Not a key', name: 'X' }, '400 invalid-request'],
  ['POST', 'tenants', { key: 'x', name: 'X', accent: 'red' }, '400 invalid-request'],
  ['GET', 'tenants/nowhere/apps', undefined, '404 tenant-unknown'],
  ['PUT', 'tenants/nowhere/apps/smsa', { name: 'SMSA' }, '404 tenant-unknown'],
  ['PUT', 'tenants/acme/apps/profile', { name: 'Reserved' }, '400 invalid-request'],
  ['PUT', grantPath('smsa', 'nobody@acme.test'), undefined, '404 user-unknown'],
  ['DELETE', grantPath('unknown', 'eva@acme.test'), undefined, '404 grant-unknown'],
  ['DELETE', 'tenants/acme/apps/unknown', undefined, '404 app-unknown'],
  ['DELETE', 'tenants/nowhere', undefined, '404 tenant-unknown'],
])('refuses %s %s', async (method, path, body, error) => {
  expect(await readError(await server.operate(method, path, body))).toBe(error);
});

test.each(['', 'wrong', 'operator-key-of-tests2'])('refuses the key "%s" before anything else', async (key) => {
  const response = await server.call('POST', '/api/operator/users', { token: key, body: '{' });
  expect(await readError(response)).toBe('401 operator-key-wrong');
});

test('stores nothing of refused calls', async () => {
  const users: unknown = await (await server.operate('GET', 'users')).json();
  expect(users).not.toContainEqual(expect.objectContaining({ email: 'new@acme.test' }));
  expect(await (await server.operate('GET', 'tenants')).json()).toHaveLength(1);
});

test("what is revoked or removed is one user's access, one tenant's app, or one tenant", async () => {
  const emails = ['one@acme.test', 'other@acme.test'];
  const tenants = ['north', 'south'];
  for (const email of emails) await server.operate('POST', 'users', { email, name: 'User' });
  for (const key of tenants) await server.operate('POST', 'tenants', { key, name: key });
  const grant = (tenant: string, module: string, email: string) => `tenants/${tenant}/apps/${module}/users/${email}`;
  for (const tenant of tenants) {
    for (const module of ['smsa', 'stock']) {
      for (const email of emails)
        await server.operate('PUT', grant(tenant, module, email), { name: module, new: true });
    }
  }
  const users = async (tenant: string) => {
    const apps = v.parse(operatorAppListSchema, await (await server.operate('GET', `tenants/${tenant}/apps`)).json());
    const listed = apps.map(async ({ direct, module }) => {
      const response = await server.operate('GET', `tenants/${tenant}/apps/${module}/users`);
      const { items } = v.parse(memberPageSchema, await response.json());
      expect(items).toHaveLength(direct);
      return [module, items.map(({ email }) => email)];
    });
    return Object.fromEntries(await Promise.all(listed));
  };
  expect((await server.operate('DELETE', grant('north', 'smsa', 'one@acme.test'))).status).toBe(204);
  expect(await users('north')).toEqual({ smsa: ['other@acme.test'], stock: emails });
  expect((await server.operate('DELETE', 'tenants/north/apps/smsa')).status).toBe(204);
  expect(await users('north')).toEqual({ stock: emails });
  const again = await server.operate('PUT', grant('north', 'smsa', 'one@acme.test'));
  expect(await readError(again)).toBe('400 module-unpublished');
  expect((await server.operate('DELETE', 'tenants/north')).status).toBe(204);
  expect(await readError(await server.operate('GET', 'tenants/north/apps'))).toBe('404 tenant-unknown');
  expect(await users('south')).toEqual({ smsa: emails, stock: emails });
});
