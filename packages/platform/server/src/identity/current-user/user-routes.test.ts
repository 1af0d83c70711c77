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

const me = async (token: string): Promise<unknown> => (await server.call('GET', '/api/users/me', { token })).json();
const change = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call('PATCH', '/api/users/me', { token, body, headers });

test('users read and change their personal data', async () => {
  const { token } = await server.signIn('ana@portico.test');
  expect(await me(token)).toMatchObject({ email: 'ana@portico.test', name: 'Ana Prado', phone: '' });

  const response = await change(token, { name: ' Ana Lúcia Prado ', phone: ' +55 (11) 91234-5678 ' });
  expect(response.status).toBe(200);
  const changed = { email: 'ana@portico.test', name: 'Ana Lúcia Prado', phone: '+55 (11) 91234-5678' };
  expect(await response.json()).toEqual(changed);
  expect(await me(token)).toMatchObject(changed);
});

test('a change keeps the other fields, concurrent changes too, and an empty phone deletes it', async () => {
  const { token } = await server.signIn('dora@portico.test');
  await Promise.all([change(token, { name: 'Dora' }), change(token, { phone: '123' })]);
  expect(await me(token)).toMatchObject({ email: 'dora@portico.test', name: 'Dora', phone: '123' });
  expect(await (await change(token, { phone: '' })).json()).toMatchObject({ name: 'Dora', phone: '' });
  expect(await (await change(token, {})).json()).toMatchObject({ name: 'Dora', phone: '' });
});

test('a change affects no other field and no other user', async () => {
  const { token } = await server.signIn('carla@portico.test');
  for (const field of ['email', 'id', 'password_hash', 'disabled_at']) {
    const refused = await change(token, { name: 'Refused', [field]: 'bruno@portico.test' });
    expect(await refused.json()).toEqual({ code: 'field-unknown', message: expect.stringContaining(field) });
  }
  const answer = await (await change(token, { name: 'Carla' })).json();
  expect(answer).toEqual({ email: 'carla@portico.test', name: 'Carla', phone: '' });
  expect(await me((await server.signIn('bruno@portico.test')).token)).toMatchObject({ name: 'Bruno Lima' });
});

test.each([
  [{ name: '' }, '400 name-missing'],
  [{ name: ' \t ' }, '400 name-missing'],
  [{ name: '\u200b' }, '400 name-missing'],
  [{ name: 'x'.repeat(121) }, '400 name-too-long'],
  [{ name: 'Two\nLines' }, '400 name-malformed'],
  [{ name: 'Nothing\0' }, '400 name-malformed'],
  [{ name: '\u202eanA' }, '400 name-malformed'],
  [{ name: null }, '400 invalid-request'],
  [{ phone: 'none' }, '400 phone-malformed'],
  [{ phone: '+' }, '400 phone-malformed'],
  [{ phone: '1'.repeat(33) }, '400 phone-malformed'],
  [{ name: 'New', phone: 'none' }, '400 phone-malformed'],
  ['"text"', '400 invalid-request'],
  ['{', '400 invalid-request'],
  [undefined, '400 invalid-request'],
])('%j is refused and changes nothing', async (body, error) => {
  const { token } = await server.signIn('bruno@portico.test');
  expect(await readError(await change(token, body))).toBe(error);
  expect(await me(token)).toMatchObject({ email: 'bruno@portico.test', name: 'Bruno Lima', phone: '' });
});

test.each([
  ['pt', 'Informe o seu nome.'],
  ['en', 'Enter your name.'],
])('says why in %s', async (language, message) => {
  const { token } = await server.signIn('bruno@portico.test');
  const response = await change(token, { name: '' }, { 'accept-language': language });
  expect(await response.json()).toEqual({ code: 'name-missing', message });
});

test.each(['GET', 'PATCH'])('%s needs a session', async (method) => {
  const { refreshToken } = await server.signIn('bruno@portico.test');
  expect(await readError(await server.call(method, '/api/users/me', { refreshToken }))).toBe('401 not-authenticated');
});
