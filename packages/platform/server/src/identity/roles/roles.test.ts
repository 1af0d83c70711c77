import { consoleCallerSchema } from '@portico/contract';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

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
