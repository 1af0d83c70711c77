// Runs on PGlite and on PostgreSQL.
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, startTimeoutMilliseconds);
afterAll(() => server.stop());

const get = async (path: string, email: string) => {
  const { token } = await server.signIn(email);
  return server.call('GET', path, { token });
};

test.each(['/api/tenants/smsa/apps', '/api/apps?domain=finouro'])('%s lists the apps of the user', async (path) => {
  const response = await get(path, 'ana@portico.test');
  expect(await response.json()).toEqual([
    {
      name: 'HR Studium',
      module: 'hrstudium',
      description: 'Pessoas e aprendizagem',
      description_en: 'People and learning',
    },
    { name: 'SMSA', module: 'smsa', description: 'Gestão de serviços', description_en: 'Service desk' },
    { name: 'SMSA dev', module: 'smsa-dev', description: 'Próxima versão', description_en: 'Next version' },
  ]);
});

test('tells of an app whose module has no logo', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const operator = { token: server.operatorKey };
  const app = '/api/operator/tenants/smsa/apps/plain';
  await server.call('PUT', app, { ...operator, body: { name: 'Plain' } });
  await server.call('PUT', `${app}/users/ana@portico.test`, operator);
  const apps = await (await server.call('GET', '/api/tenants/smsa/apps', { token })).json();
  expect(apps).toContainEqual({ name: 'Plain', module: 'plain', description: '', logo: false });
  expect(apps).toContainEqual({
    name: 'SMSA',
    module: 'smsa',
    description: 'Gestão de serviços',
    description_en: 'Service desk',
  });
  await server.call('DELETE', `${app}/users/ana@portico.test`, operator);
});

test('a user without apps, and a tenant that does not exist, have none', async () => {
  expect(await (await get('/api/tenants/smsa/apps', 'carla@portico.test')).json()).toEqual([]);
  expect(await (await get('/api/tenants/nowhere/apps', 'ana@portico.test')).json()).toEqual([]);
});

test.each(['/api/apps', '/api/apps?domain=a&domain=b', '/api/tenants/a%00b/apps'])('refuses %s', async (path) => {
  expect(await readError(await get(path, 'ana@portico.test'))).toBe('400 invalid-request');
});

test('returns the current user', async () => {
  const response = await get('/api/users/me', 'ana@portico.test');
  expect(await response.json()).toEqual({ email: 'ana@portico.test', name: 'Ana Prado', phone: '' });
});

test.each(['/api/tenants/smsa/apps', '/api/apps?domain=smsa', '/api/users/me'])('%s needs a session', async (path) => {
  expect(await readError(await server.call('GET', path))).toBe('401 not-authenticated');
});
