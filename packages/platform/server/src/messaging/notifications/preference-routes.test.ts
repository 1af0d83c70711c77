import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const path = '/api/notifications/preferences';

const server = testServer();

async function list(token: string): Promise<NotificationPreference[]> {
  const response = await server.call('GET', path, { token });
  expect(response.status).toBe(200);
  return v.parse(notificationPreferenceListSchema, await response.json());
}

const put = (token: string, body: unknown) => server.call('PUT', path, { token, body });

const enabled = (...modules: string[]) => modules.map((module) => ({ module, enabled: true }));

test('each module of the user, once for both tenants, is enabled until it is disabled', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const other = await server.signIn('dora@portico.test');
  expect(await list(token)).toEqual(enabled('hrstudium', 'smsa', 'smsa-dev'));

  expect((await put(token, [{ module: 'smsa', enabled: false }])).status).toBe(204);
  const changed = [...enabled('hrstudium'), { module: 'smsa', enabled: false }, ...enabled('smsa-dev')];
  expect(await list(token)).toEqual(changed);
  expect(await list(other.token)).toEqual(enabled('hrstudium', 'smsa', 'smsa-dev', 'smsa-local', 'welcome'));

  // Other preferences stay.
  expect((await put(token, [])).status).toBe(204);
  expect(await list(token)).toEqual(changed);
  const both = [
    { module: 'smsa-dev', enabled: false },
    { module: 'smsa', enabled: true },
  ];
  expect((await put(token, both)).status).toBe(204);
  expect(await list(token)).toEqual([...enabled('hrstudium', 'smsa'), { module: 'smsa-dev', enabled: false }]);
});

test('a user without apps has none', async () => {
  expect(await list((await server.signIn('carla@portico.test')).token)).toEqual([]);
});

const disabled = { module: 'hrstudium', enabled: false };

test.each([
  ['a module of others', [disabled, { module: 'smsa', enabled: false }], '404 module-unknown'],
  ['an invalid module', [disabled, { module: 'NO SUCH', enabled: false }], '400 invalid-request'],
  ['a module twice', [disabled, { module: 'hrstudium', enabled: true }], '400 invalid-request'],
  ['no choice', [disabled, { module: 'hrstudium' }], '400 invalid-request'],
  ['an object', disabled, '400 invalid-request'],
  ['nothing', undefined, '400 invalid-request'],
])('%s is refused and changes nothing', async (_what, body, error) => {
  const { token } = await server.signIn('bruno@portico.test');
  expect(await readError(await put(token, body))).toBe(error);
  expect(await list(token)).toEqual(enabled('hrstudium'));
});

test('a module that is granted again keeps its preference', async () => {
  const { token } = await server.signIn('dora@portico.test');
  await put(token, [{ module: 'welcome', enabled: false }]);
  const grant = (method: string, tenant: string) =>
    server.operate(method, `tenants/${tenant}/apps/welcome/users/dora@portico.test`);
  const modules = async () => (await list(token)).map(({ module }) => module);
  await grant('DELETE', 'smsa');
  expect(await modules()).toContain('welcome');
  await grant('DELETE', 'finouro');
  expect(await modules()).not.toContain('welcome');
  expect(await readError(await put(token, [{ module: 'welcome', enabled: true }]))).toBe('404 module-unknown');
  await grant('PUT', 'finouro');
  expect(await list(token)).toContainEqual({ module: 'welcome', enabled: false });
});

test('concurrent changes are each complete', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const one = [...enabled('smsa', 'smsa-dev', 'hrstudium')];
  const other = one.map(({ module }) => ({ module, enabled: false })).reverse();
  const calls = Array.from({ length: 10 }, (_, call) => put(token, call % 2 === 0 ? one : other));
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([204]));
  expect(new Set((await list(token)).map((preference) => preference.enabled)).size).toBe(1);
});

test.each(['GET', 'PUT'])('%s needs a session', async (method) => {
  expect(await readError(await server.call(method, path))).toBe('401 not-authenticated');
});
