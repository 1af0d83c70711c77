import { auditRecordListSchema, consoleCallerSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

// Runs on PGlite and on PostgreSQL.

const server = testServer();
const person = 'bruno@portico.test';

const change = (method: 'PUT' | 'DELETE', granted: object, email = person) =>
  server.operate(method, 'roles', { email, granted });

test('a role works from its grant until it is taken away', async () => {
  const { token } = await server.signIn(person);
  const list = () => server.call('GET', '/api/operator/roles', { token });
  expect(await readError(await list())).toBe('403 role-needed');
  expect(await readError(await server.call('GET', '/api/operator/self', { token }))).toBe('403 role-needed');

  expect((await change('PUT', { role: 'operator' })).status).toBe(204);
  expect(await (await list()).json()).toContainEqual({
    email: person,
    name: 'Bruno Lima',
    granted: { role: 'operator' },
  });
  const caller = await (await server.call('GET', '/api/operator/self', { token })).json();
  expect(v.parse(consoleCallerSchema, caller)).toMatchObject({ email: person, tenant: 'smsa', is_operator: true });

  expect((await change('DELETE', { role: 'operator' })).status).toBe(204);
  expect(await readError(await list())).toBe('403 role-needed');
  expect(await readError(await change('DELETE', { role: 'operator' }))).toBe('404 role-unknown');
});

test('a dangerous call needs a password, which is good for ten minutes', async () => {
  await change('PUT', { role: 'operator' });
  const { token } = await server.signIn(person);
  const grant = async () => {
    const body = { email: 'carla@portico.test', granted: { role: 'auditor', tenant: 'smsa' } };
    return server.call('PUT', '/api/operator/roles', { token, body });
  };
  const confirm = (password: string) =>
    server.call('POST', '/api/operator/confirmation', { token, body: { password } });
  expect(await readError(await grant())).toBe('403 confirmation-needed');
  for (const [path, body] of [
    ['team-tokens', { modules: ['smsa'] }],
    ['service-keys', { module: 'smsa' }],
  ] as const) {
    // Their secrets outlive the session.
    const created = await server.call('POST', `/api/operator/${path}`, { token, body });
    expect(await readError(created)).toBe('403 confirmation-needed');
  }
  expect(await readError(await confirm('wrong-password'))).toBe('403 wrong-password');
  expect((await confirm('portico-demo')).status).toBe(204);
  expect((await grant()).status).toBe(204);
  server.passSeconds(601);
  expect(await readError(await grant())).toBe('403 confirmation-needed');
  await change('DELETE', { role: 'operator' });
});

test.each([
  { role: 'publisher' },
  { role: 'publisher', tenant: 'smsa', modules: ['smsa'] },
  { role: 'administrator' },
  { role: 'operator', tenant: 'smsa' },
  { role: 'help-desk', tenant: 'smsa', modules: ['smsa'] },
  { role: 'owner' },
])('refuses the incomplete role %j', async (granted) => {
  expect(await readError(await change('PUT', granted))).toBe('400 invalid-request');
});

test('an administrator grants roles of their own tenant only', async () => {
  await change('PUT', { role: 'administrator', tenant: 'smsa' });
  const { token } = await server.signIn(person);
  await server.call('POST', '/api/operator/confirmation', { token, body: { password: 'portico-demo' } });
  const grant = (tenant: string, granted: object) => {
    const body = { email: 'carla@portico.test', granted };
    return server.call('PUT', `/api/operator/tenants/${tenant}/roles`, { token, body });
  };
  expect((await grant('smsa', { role: 'help-desk', tenant: 'smsa' })).status).toBe(204);
  expect(await readError(await grant('smsa', { role: 'help-desk', tenant: 'finouro' }))).toBe('403 role-needed');
  expect(await readError(await grant('smsa', { role: 'operator' }))).toBe('403 role-needed');
  expect(await readError(await grant('finouro', { role: 'help-desk', tenant: 'finouro' }))).toBe('403 role-needed');
});

test('a role in a tenant ends with the membership, and with the tenant', async () => {
  const tenant = { key: 'acme', name: 'Acme' };
  await server.operate('POST', 'tenants', tenant);
  expect((await change('PUT', { role: 'auditor', tenant: 'acme' })).status).toBe(204);
  await server.operate('DELETE', 'tenants/acme');
  await server.operate('POST', 'tenants', tenant);
  expect(await (await server.operate('GET', 'tenants/acme/roles')).json()).toEqual([]);
});

test('an administrator neither grants to users of other tenants nor learns of them', async () => {
  await server.operate('POST', 'users', { email: 'eva@acme.test', name: 'Eva' });
  await change('PUT', { role: 'administrator', tenant: 'smsa' });
  const { token } = await server.signIn(person);
  await server.call('POST', '/api/operator/confirmation', { token, body: { password: 'portico-demo' } });
  for (const email of ['eva@acme.test', 'nobody@acme.test']) {
    const body = { email, granted: { role: 'auditor', tenant: 'smsa' } };
    const granted = await server.call('PUT', '/api/operator/tenants/smsa/roles', { token, body });
    expect(await readError(granted)).toBe('404 user-unknown');
    const access = `/api/operator/tenants/smsa/apps/smsa/users/${email}`;
    expect(await readError(await server.call('PUT', access, { token, body: {} }))).toBe('404 user-unknown');
    expect(await readError(await server.call('DELETE', access, { token }))).toBe('404 user-unknown');
  }
  const audit = async (query: string) => {
    const response = await server.call('GET', `/api/operator/tenants/smsa/audit?reads=true&newest=true&${query}`, {
      token,
    });
    return v.parse(auditRecordListSchema, await response.json());
  };
  for (const email of ['eva@acme.test', 'nobody@acme.test']) {
    const body = { email, granted: { role: 'auditor', tenant: 'smsa' } };
    const revoked = await server.call('DELETE', '/api/operator/tenants/smsa/roles', { token, body });
    expect(await readError(revoked)).toBe('404 user-unknown');
    await server.call('GET', `/api/operator/tenants/smsa/users/${email}`, { token });
    await server.call('POST', '/api/auth', { body: { email, password: 'wrong-password' } });
    await server.call('POST', '/api/auth/recover', { body: { email } });
    const [recovery, signIn, read] = await audit('limit=10').then((records) =>
      ['recovery-requested', 'sign-in-refused', 'operator-read'].map((action) =>
        records.find((record) => record.action === action && record.target !== '/api/operator/tenants/:tenant/audit'),
      ),
    );
    expect(recovery?.user).toBeNull();
    expect(signIn).toMatchObject({ user: null, details: { reason: 'user-unknown' } });
    expect(read?.user).toBeNull();
    expect(await audit(`user=${email}`)).toEqual([]);
  }
  const renamed = await server.call('PUT', `/api/operator/tenants/smsa/apps/smsa/users/${person}`, {
    token,
    body: { name: 'Other' },
  });
  expect(await readError(renamed)).toBe('403 role-needed');
});

test('a user without a role is recorded once a minute, as themselves', async () => {
  const { token } = await server.signIn('ana@portico.test');
  for (let tries = 0; tries < 3; tries++) await server.call('GET', '/api/operator/users', { token });
  const query = 'audit?action=operator-refused&actor=ana@portico.test';
  const read = async () => v.parse(auditRecordListSchema, await (await server.operate('GET', query)).json());
  await waitFor(async () => (await read())[0]);
  expect(await read()).toMatchObject([{ details: { reason: 'role-needed' }, target: 'GET /api/operator/users' }]);
});

test('the console is the application of users with a role only, and no tenant defines it', async () => {
  const list = async (email: string) => {
    const { token } = await server.signIn(email);
    return (await server.call('GET', '/api/tenants/smsa/apps', { token })).json();
  };
  expect(await list('olga@portico.test')).toContainEqual(expect.objectContaining({ module: 'console' }));
  expect(await list('ana@portico.test')).not.toContainEqual(expect.objectContaining({ module: 'console' }));
  const defined = await server.operate('PUT', 'tenants/smsa/apps/console', { name: 'Console' });
  expect(await readError(defined)).toBe('400 invalid-request');
  const token = await server.operate('POST', 'team-tokens', { modules: ['console'] });
  expect(await readError(token)).toBe('400 invalid-request');
});

test('the history and the audit log name the person who publishes, until they are deleted', async () => {
  const { history, modules, publish, published } = publishingCalls(server);
  const paulo = 'paulo@portico.test';
  const { token } = await server.signIn(paulo);
  await published(token, 'smsa', 'one', { version: '1.0.0' });
  expect(await readError(await publish(token, 'welcome', builtModule('one')))).toBe('403 module-foreign');
  expect((await modules(token)).map(({ module }) => module)).toEqual(['hrstudium', 'smsa']);
  const names = async () => (await history(server.operatorKey)).map(({ by }) => by);
  expect(await names()).toEqual([paulo]);
  const query = `audit?action=publish&actor=${paulo}`;
  const records = v.parse(auditRecordListSchema, await (await server.operate('GET', query)).json());
  expect(records).toMatchObject([{ actor: { kind: 'user', name: paulo }, target: 'smsa' }]);

  await change('PUT', { role: 'publisher', modules: ['welcome'] }, paulo);
  expect(await readError(await publish(token, 'smsa', builtModule('two')))).toBe('403 module-foreign');
  await change('DELETE', { role: 'publisher' }, paulo);
  expect(await readError(await publish(token, 'smsa', builtModule('two')))).toBe('403 role-needed');
  await server.operate('DELETE', `users/${paulo}`);
  expect(await names()).toEqual([records[0]?.actor.id]);
});
