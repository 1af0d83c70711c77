import { eq, like } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { appGrants, apps } from '../access-tables';
import { users } from '../account-tables';

const server = testServer();

const get = async (path: string, email: string) => {
  const { token } = await server.signIn(email);
  return server.call('GET', path, { token });
};

test.each(['/api/tenants/smsa/apps', '/api/apps?domain=smsa'])('%s lists the apps of the user', async (path) => {
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

test('marks an app whose module has no logo', async () => {
  const { token } = await server.signIn('ana@portico.test');
  await server.operate('PUT', 'tenants/smsa/apps/plain', { name: 'Plain', new: true });
  const grant = 'tenants/smsa/apps/plain/users/ana@portico.test';
  await server.operate('PUT', grant);
  const apps = await (await server.call('GET', '/api/tenants/smsa/apps', { token })).json();
  expect(apps).toContainEqual({ name: 'Plain', module: 'plain', description: '', logo: false });
  expect(apps).toContainEqual({
    name: 'SMSA',
    module: 'smsa',
    description: 'Gestão de serviços',
    description_en: 'Service desk',
  });
  await server.operate('DELETE', grant);
});

test('lists apps as people sort them: numbers by value, accents beside their letters', async () => {
  const { token } = await server.signIn('bruno@portico.test');
  const names = ['Zebra', 'Setor 10', 'Équipe', 'Setor 2', 'água', 'Agenda', 'Fiscal', 'Setor 2'];
  for (const [index, name] of names.entries()) {
    await server.operate('PUT', `tenants/smsa/apps/sorted-${index}/users/bruno@portico.test`, { name, new: true });
  }
  const apps: { name: string; module: string }[] = await (
    await server.call('GET', '/api/tenants/smsa/apps', { token })
  ).json();
  const sorted = apps.filter(({ module }) => module.startsWith('sorted-')).map(({ name }) => name);
  expect(sorted).toEqual(['Agenda', 'água', 'Équipe', 'Fiscal', 'Setor 2', 'Setor 2', 'Setor 10', 'Zebra']);
  for (const index of names.keys()) await server.operate('DELETE', `tenants/smsa/apps/sorted-${index}`);
});

test('five hundred apps are a few kilobytes, compressed for clients that accept it', async () => {
  const { token } = await server.signIn('dora@portico.test');
  const [dora] = await server.database.select().from(users).where(eq(users.email, 'dora@portico.test'));
  const keys = Array.from({ length: 500 }, (_, index) => `application-${index}`);
  const rows = keys.map((module) => ({
    userId: dora?.id ?? '',
    tenant: 'smsa',
    module,
    name: `Application ${module}`,
  }));
  await server.database.insert(apps).values(rows);
  await server.database.insert(appGrants).values(rows);
  try {
    const ask = (encoding: string) =>
      server.call('GET', '/api/tenants/smsa/apps', { token, headers: { 'accept-encoding': encoding } });
    const readBytes = ({ headers }: Response) => Number(headers.get('content-length'));
    const [plain, ...compressed] = await Promise.all(['identity', 'gzip', 'br, gzip'].map(ask));
    expect(plain && readBytes(plain)).toBeGreaterThan(40_000);
    const list = await plain?.json();
    for (const answer of compressed) {
      expect(readBytes(answer)).toBeLessThan(4_000);
      expect(await answer.json()).toEqual(list);
    }
  } finally {
    await server.database.delete(apps).where(like(apps.module, 'application-%'));
  }
});

test('a user without apps has none', async () => {
  expect(await (await get('/api/tenants/smsa/apps', 'carla@portico.test')).json()).toEqual([]);
});

test.each(['finouro', 'nowhere'])('a session of another tenant reads nothing of %s', async (tenant) => {
  expect(await readError(await get(`/api/tenants/${tenant}/apps`, 'ana@portico.test'))).toBe('403 token-not-allowed');
});

test.each(['/api/apps', '/api/apps?domain=a&domain=b', '/api/tenants/a%00b/apps'])('refuses %s', async (path) => {
  expect(await readError(await get(path, 'ana@portico.test'))).toBe('400 invalid-request');
});

test('returns the current user', async () => {
  const response = await get('/api/users/me', 'ana@portico.test');
  expect(await response.json()).toEqual({
    email: 'ana@portico.test',
    name: 'Ana Prado',
    phone: '',
    announcements: expect.objectContaining({ items: [] }),
  });
});

test.each(['/api/tenants/smsa/apps', '/api/apps?domain=smsa', '/api/users/me'])('%s needs a session', async (path) => {
  expect(await readError(await server.call('GET', path))).toBe('401 not-authenticated');
});
