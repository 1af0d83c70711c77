import { type FailurePage, failurePageSchema, failureSchema } from '@portico/contract/publishing';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { users } from '../../identity/account-tables';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { failurePeople, failures } from '../tables';
import { deleteOldFailures } from './failure-repository';
import { failuresOfModuleMax } from './record-failure';

const server = testServer({}, { importMap: { imports: { '@portico/root-config': '/@portico/root-config.js' } } });
const calls = publishingCalls(server);

const chromeHeader = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
const firefoxHeader = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const emails = ['eva', 'rui', 'ivo', 'max'].map((name) => `${name}@failures.test`);
const [eva = '', rui = '', ivo = '', max = ''] = emails;
const tokens = new Map<string, string>();
let team: string;

/** Maps line 1, column 15 of the built file to line 7, column 3 of the source. */
const sourceMap = JSON.stringify({
  version: 3,
  sources: ['webpack://orders/./src/orders.tsx'],
  sourcesContent: ['secret'],
  names: [],
  mappings: 'cAME',
});

beforeAll(async () => {
  ({ token: team } = await calls.createToken('orders', 'stock'));
  for (const module of ['orders', 'stock'])
    await server.operate('PUT', `tenants/smsa/apps/${module}`, { name: module, new: true });
  for (const email of emails) {
    await server.operate('POST', 'users', { email, name: 'User', password: 'portico-demo', tenant: 'smsa' });
    await server.operate('PUT', `tenants/smsa/apps/orders/users/${email}`, {});
    tokens.set(email, (await server.signIn(email)).token);
  }
  await server.operate('PUT', `tenants/smsa/apps/stock/users/${eva}`, {});
  for (const version of ['1.0.0', '1.1.0']) await calls.published(team, 'orders', version, { version });
  await calls.publish(team, 'orders', { ...builtModule('mapped'), 'module.js.map': sourceMap }, { version: '2.0.0' });
});
beforeEach(() => server.database.delete(failures));

const getAddress = (version: string, module = 'orders') => `${server.url}/modules/${module}/${version}/module.js`;

const body = (details: object = {}) => ({
  source: '@module/orders',
  address: getAddress('1.0.0'),
  kind: 'crash',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'total')",
  stack: `TypeError\n    at draw (${getAddress('1.0.0')}:1:15)`,
  ...details,
});

const send = (email: string, details?: object, userAgent = chromeHeader) =>
  server.call('POST', '/api/failures', {
    token: tokens.get(email) ?? '',
    body: body(details),
    headers: { 'user-agent': userAgent },
  });

const report = async (...parameters: Parameters<typeof send>) => {
  expect((await send(...parameters)).status).toBe(204);
};

async function list(query: Record<string, string> = {}, token = server.operatorKey): Promise<FailurePage> {
  const response = await server.call('GET', `/api/publishing/failures?${new URLSearchParams(query)}`, { token });
  return v.parse(failurePageSchema, await response.json());
}

async function read(id: string, token = server.operatorKey) {
  return v.parse(failureSchema, await (await server.call('GET', `/api/publishing/failures/${id}`, { token })).json());
}

test('reports of one cause are one failure, with its people, versions, tenants, browsers and times', async () => {
  await report(eva, { message: 'The order 1 is late' });
  server.passSeconds(60);
  await report(rui, { message: 'The order 22 is late' }, firefoxHeader);
  await report(rui, { message: 'The order 3 is late' }, firefoxHeader);
  const { items, next } = await list();
  expect(next).toBeNull();
  expect(items).toEqual([
    {
      id: expect.any(String),
      module: 'orders',
      version: '1.0.0',
      kind: 'crash',
      name: 'TypeError',
      message: 'The order <n> is late',
      people: 2,
      times: 3,
      first_at: expect.any(String),
      last_at: expect.any(String),
      tenants: ['smsa'],
      browsers: ['Chrome', 'Firefox'],
    },
  ]);
  expect((await list({ browser: 'Firefox' })).items).toEqual(items);
  expect((await list({ browser: 'Safari' })).items).toEqual([]);
  const { first_at = '', last_at = '' } = items[0] ?? {};
  expect(Date.parse(last_at) - Date.parse(first_at)).toBeGreaterThanOrEqual(60_000);
});

test('failures of versions after their rollout count, and a failure names the same cause in other versions', async () => {
  server.passSeconds(48 * 3600);
  for (const email of emails) tokens.set(email, (await server.signIn(email)).token);
  await report(eva);
  await report(eva, { address: getAddress('1.1.0') });
  await report(rui, { address: getAddress('1.1.0') });
  const { items } = await list({ module: 'orders' });
  expect(items.map(({ people, version }) => [version, people])).toEqual([
    ['1.1.0', 2],
    ['1.0.0', 1],
  ]);
  expect(await read(items[0]?.id ?? '')).toMatchObject({
    stack: [{ function: 'draw', file: getAddress('1.0.0'), line: 1, column: 15 }],
    tenants: [{ name: 'smsa', people: 2 }],
    browsers: [{ name: 'Chrome', people: 2 }],
    others: [{ id: items[1]?.id, version: '1.0.0', people: 1 }],
  });
});

test('a version that the portal does not know, such as that of the build, has no name', async () => {
  await report(eva, { address: `${server.url}/example/orders.js` });
  await report(rui, { address: 'no address' });
  await report(ivo, { address: getAddress('9.9.9') });
  expect((await list()).items).toMatchObject([{ version: null, people: 3 }]);
});

test('a user reports for modules they have and for the shell, and nothing of others is stored', async () => {
  await report(eva, { source: '@module/stock', address: '' });
  await report(rui, { source: '@module/stock', address: '' });
  await report(rui, { source: '@module/nothing', address: '' });
  await report(rui, { source: '@acme/nothing', address: '' });
  await report(rui, { source: '@portico/nothing', address: '' });
  await report(rui, { source: '@portico/root-config', address: '' });
  const { items } = await list({ sort: 'first_at' });
  expect(items.map(({ module, people }) => [module, people])).toEqual([
    ['stock', 1],
    ['@portico/root-config', 1],
  ]);
});

test('texts that may name a person are not stored', async () => {
  await report(eva, { name: 'Eva Silva', message: 'eva@acme.test is late', stack: 'Error: eva@acme.test\n at Eva' });
  const [stored] = await server.database.select().from(failures);
  expect(stored).toMatchObject({ name: '', message: '<e-mail> is late', stack: [] });
});

test('cut and binary texts are accepted, those that are too long are not', async () => {
  await report(eva, { message: 'half \uD800 and \u0000', stack: '\uD800' });
  expect((await list()).items).toHaveLength(1);
  expect((await send(eva, { message: 'a'.repeat(1001) })).status).toBe(400);
  expect((await send(eva, { stack: 'a'.repeat(8001) })).status).toBe(400);
  expect((await send(eva, { kind: 'other' })).status).toBe(400);
  expect((await send(eva, { stack: 'a'.repeat(70_000) })).status).toBe(413);
});

test('a user who invents reports is one person, is limited, and displaces no failure of others', async () => {
  await report(eva);
  await report(rui);
  // Counts the people.
  await list();
  const many = Array.from({ length: failuresOfModuleMax + 5 }, (_, number) => ({
    id: crypto.randomUUID(),
    module: 'orders',
    version: '',
    digest: `invented ${number}`,
    kind: 'crash',
    name: 'Error',
    message: 'invented',
    stack: [],
    people: 1,
    times: 1,
    firstAt: new Date(server.now().getTime() - number - 1),
    lastAt: server.now(),
    tenants: [],
    browsers: [],
  }));
  await server.database.insert(failures).values(many);
  await report(max, { message: 'one more' });
  expect(await server.database.$count(failures)).toBe(failuresOfModuleMax);
  const { items } = await list();
  expect(items.slice(0, 1)).toMatchObject([{ message: expect.stringContaining('Cannot read'), people: 2 }]);
  expect((await list({ search: 'one more' })).items).toMatchObject([{ people: 1 }]);
  for (let count = 1; count < 60; count += 1) await report(max);
  expect(await readError(await send(max))).toBe('429 too-many-tries');
  expect((await list()).items[0]).toMatchObject({ people: 3, times: 61 });
});

test('a report without a session, or with a token of another app, is refused', async () => {
  expect((await server.call('POST', '/api/failures', { body: body() })).status).toBe(401);
});

test('a list is filtered, sorted and paged', async () => {
  await report(eva, { message: 'first' });
  server.passSeconds(60);
  const since = server.now().toISOString();
  await report(eva, { message: 'second', name: 'RangeError' }, firefoxHeader);
  await report(rui, { message: 'second', name: 'RangeError' });
  server.passSeconds(1);
  await report(eva, { message: 'third', source: '@module/stock', address: '' });
  const messages = async (query: Record<string, string>) => (await list(query)).items.map(({ message }) => message);
  expect(await messages({})).toEqual(['second', expect.any(String), expect.any(String)]);
  expect(await messages({ sort: 'last_at' })).toEqual(['first', 'second', 'third']);
  expect(await messages({ sort: '-first_at' })).toEqual(['third', 'second', 'first']);
  expect(await messages({ sort: '-times', limit: '1' })).toEqual(['second']);
  expect(await messages({ search: 'RANGE' })).toEqual(['second']);
  expect(await messages({ module: 'stock' })).toEqual(['third']);
  expect(await messages({ version: '1.0.0', sort: 'first_at' })).toEqual(['first', 'second']);
  expect(await messages({ since, sort: 'first_at' })).toEqual(['second', 'third']);
  expect(await messages({ tenant: 'finouro' })).toEqual([]);
  expect(await messages({ tenant: 'smsa', sort: 'first_at' })).toEqual(['first', 'second', 'third']);
  for (const sort of ['people', '-people', 'times', '-times', 'first_at', '-first_at', 'last_at', '-last_at']) {
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: FailurePage = await list({ sort, limit: '1', after });
      paged.push(...page.items.map(({ message }) => message));
      after = page.next;
    }
    expect(paged).toEqual(await messages({ sort }));
  }
  const mistyped = await server.call('GET', '/api/publishing/failures?module=ordres', { token: server.operatorKey });
  expect([mistyped.status, await mistyped.text()]).toEqual([400, expect.stringContaining('orders')]);
  for (const after of ['x', '["a","b"]', '[1e30,"b"]', `["2026-99-99T00:00:00Z","${crypto.randomUUID()}"]`]) {
    for (const sort of ['people', 'last_at']) {
      const query = new URLSearchParams({ after, sort });
      const { status } = await server.call('GET', `/api/publishing/failures?${query}`, { token: server.operatorKey });
      expect(status).toBe(400);
    }
  }
});

test('a publisher reads the failures of their modules only', async () => {
  await server.operate('PUT', 'roles', { email: rui, granted: { role: 'publisher', modules: ['stock'] } });
  await report(eva, { source: '@module/stock', address: '', message: 'of stock' });
  await report(eva, { message: 'of orders' });
  await report(eva, { source: '@portico/root-config', address: '', message: 'of the shell' });
  const { token } = await server.signIn(rui);
  expect((await list({}, token)).items.map(({ message }) => message)).toEqual(['of stock']);
  expect((await list({ module: 'orders' }, token)).items).toEqual([]);
  const ids = new Map((await list()).items.map(({ id, message }) => [message, id]));
  expect(await read(ids.get('of stock') ?? '', token)).toMatchObject({ module: 'stock' });
  const { status } = await server.call('GET', `/api/publishing/failures/${ids.get('of orders')}`, { token });
  expect(status).toBe(404);
  await server.operate('DELETE', 'roles', { email: rui, granted: { role: 'publisher' } });
  expect((await server.call('GET', '/api/publishing/failures', { token })).status).toBe(403);
});

test('a team token reads the failures of its modules only', async () => {
  const { token } = await calls.createToken('stock');
  await report(eva, { source: '@module/stock', address: '', message: 'of stock' });
  await report(eva, { message: 'of orders' });
  expect((await list({}, token)).items.map(({ message }) => message)).toEqual(['of stock']);
  const ids = new Map((await list({}, team)).items.map(({ id, message }) => [message, id]));
  expect(await read(ids.get('of stock') ?? '', token)).toMatchObject({ module: 'stock' });
  const path = `/api/publishing/failures/${ids.get('of orders')}`;
  expect(await readError(await server.call('GET', path, { token }))).toBe('404 failure-unknown');
});

test('a stack has the positions in the sources by the source map of the version, which is not served', async () => {
  const file = getAddress('2.0.0');
  const stack = `TypeError\n at draw (${file}:1:15)\n at run (${file.replace('.js', '.chunk.js')}:1:1)\n at x (https://cdn.test/a.js:1:1)`;
  await report(eva, { address: file, stack });
  const [failure] = (await list()).items;
  expect((await read(failure?.id ?? '')).stack).toEqual([
    { function: 'draw', file, line: 1, column: 15, source: { file: 'src/orders.tsx', line: 7, column: 3 } },
    { function: 'run', file: file.replace('.js', '.chunk.js'), line: 1, column: 1 },
    { function: 'x', file: 'https://cdn.test/a.js', line: 1, column: 1 },
  ]);
  expect((await fetch(file)).status).toBe(200);
  expect((await fetch(`${file}.map`)).status).toBe(404);
});

test('old reports are deleted, then failures without people, and those of a deleted user at once', async () => {
  await report(eva, { message: 'old' });
  await report(rui, { message: 'both' });
  server.passSeconds(60);
  const before = server.now();
  await report(ivo, { message: 'both' });
  while (await deleteOldFailures(server.database, before));
  expect((await list()).items.map(({ message, people }) => [message, people])).toEqual([['both', 1]]);
  expect(await server.database.$count(failures)).toBe(1);
  await server.operate('DELETE', `users/${ivo}`);
  expect(await server.database.$count(failurePeople)).toBe(0);
  expect(await server.database.$count(users, eq(users.email, ivo))).toBe(0);
});
