// Runs on PGlite and on PostgreSQL.
import {
  createdServiceKeySchema,
  createdTeamTokenSchema,
  serviceKeyPageSchema,
  teamTokenPageSchema,
} from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';
import { teamTokens } from '../tables';

const server = testServer();
const calls = publishingCalls(server);

test('a token is shown once, and only its hash is stored', async () => {
  const created = await calls.createToken('stock', 'orders', 'stock');
  expect(created).toMatchObject({ modules: ['orders', 'stock'], name: 'Test', last_used_at: null });
  expect(created.token).toMatch(/^portico_tt_[\w-]{43}$/);
  const stored = await server.database.select().from(teamTokens).where(eq(teamTokens.id, created.id));
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(created.token.slice('portico_tt_'.length));
  const list = await (await server.operate('GET', 'team-tokens')).text();
  expect(v.parse(teamTokenPageSchema, JSON.parse(list)).items).toContainEqual(
    expect.objectContaining({ id: created.id }),
  );
  expect(list).not.toContain('portico_tt_');
});

test('a token changes only its modules, and its last use is stored', async () => {
  const { id, token } = await calls.createToken('orders', 'stock');
  const unused = await calls.createToken('orders');
  for (const module of ['orders', 'stock']) await calls.published(token, module, 'one');
  expect(await readError(await calls.publish(token, 'bills', builtModule('one')))).toBe('403 module-foreign');
  const list = async () =>
    v.parse(teamTokenPageSchema, await (await server.operate('GET', 'team-tokens')).json()).items;
  const used = await waitFor(async () => (await list()).find((entry) => entry.id === id)?.last_used_at ?? undefined);
  expect(Date.parse(used)).toBeGreaterThan(0);
  expect(await list()).toContainEqual(expect.objectContaining({ id: unused.id, last_used_at: null }));
});

test('a revoked token is refused', async () => {
  const { id, token } = await calls.createToken('orders');
  expect((await server.operate('DELETE', `team-tokens/${id}`)).status).toBe(204);
  expect(await readError(await calls.publish(token, 'orders', builtModule('two')))).toBe('401 team-token-wrong');
  expect(await readError(await server.operate('DELETE', `team-tokens/${id}`))).toBe('404 team-token-unknown');
  expect(await readError(await server.operate('DELETE', 'team-tokens/nonsense'))).toBe('404 team-token-unknown');
});

test('only the operator creates tokens, for valid module keys', async () => {
  const { token } = await calls.createToken('orders');
  const body = { modules: ['orders'] };
  expect(await readError(await server.call('POST', '/api/operator/team-tokens', { token, body }))).toBe(
    '401 operator-key-wrong',
  );
  for (const modules of [[], ['profile'], ['Orders']]) {
    expect(await readError(await server.operate('POST', 'team-tokens', { modules }))).toBe('400 invalid-request');
  }
});

test.each([
  ['half of a character', 'cut \ud83d'],
  ['an override of the direction', 'CI \u202eofni'],
  ['a line separator', 'CI\u2028operator'],
  ['an invisible text', '\u200b'],
])('%s is refused in names and reasons', async (_what, text) => {
  for (const [path, body] of [
    ['team-tokens', { modules: ['orders'] }],
    ['service-keys', { module: 'orders' }],
  ] as const) {
    expect(await readError(await server.operate('POST', path, { ...body, name: text }))).toBe('400 invalid-request');
    expect((await server.operate('POST', path, { ...body, name: 'whole 👩‍👩‍👧' })).status).toBe(201);
  }
  const { token } = await calls.createToken('orders');
  const preview = await calls.publish(token, 'orders', builtModule('half'), { reason: text }, 'previews');
  expect(await readError(preview)).toBe('400 invalid-request');
});

test('a token ends after its days', async () => {
  const response = await server.operate('POST', 'team-tokens', { modules: ['orders'], days: 1 });
  const { created_by, expires_at, token } = v.parse(createdTeamTokenSchema, await response.json());
  expect(created_by).toBe('operator');
  expect(Date.parse(expires_at ?? '')).toBeGreaterThan(server.now().getTime() + 23 * 3600_000);
  expect((await calls.publish(token, 'orders', builtModule('ends'))).status).toBe(201);
  server.passSeconds(25 * 3600);
  expect(await readError(await calls.publish(token, 'orders', builtModule('ended')))).toBe('401 team-token-wrong');
  for (const days of [0, 1.5, 3651]) {
    expect(await readError(await server.operate('POST', 'team-tokens', { modules: ['orders'], days }))).toBe(
      '400 invalid-request',
    );
  }
});

test('a publisher has the tokens and the keys of their modules only', async () => {
  const email = 'dora@portico.test';
  const granted = { role: 'publisher', modules: ['orders', 'smsa'] };
  await server.operate('PUT', 'roles', { email, granted });
  const { token: session } = await server.signIn(email);
  const call = (method: string, path: string, body?: object) =>
    server.call(method, `/api/operator/${path}`, { token: session, ...(body && { body }) });
  const mixed = await calls.createToken('orders', 'stock');
  expect((await server.operate('POST', 'service-keys', { module: 'welcome' })).status).toBe(201);
  expect(await readError(await call('POST', 'team-tokens', { modules: ['orders'], new: true }))).toBe(
    '403 confirmation-needed',
  );
  await call('POST', 'confirmation', { password: 'portico-demo' });
  const made = await call('POST', 'team-tokens', { modules: ['orders'], new: true });
  expect(made.status).toBe(201);
  const own = v.parse(createdTeamTokenSchema, await made.json());
  expect(own.created_by).toBe(email);
  expect(await readError(await call('POST', 'team-tokens', { modules: ['orders', 'stock'] }))).toBe(
    '403 module-foreign',
  );
  expect(await readError(await call('POST', 'service-keys', { module: 'welcome' }))).toBe('403 module-foreign');
  const key = v.parse(createdServiceKeySchema, await (await call('POST', 'service-keys', { module: 'smsa' })).json());
  const { items: tokens } = v.parse(teamTokenPageSchema, await (await call('GET', 'team-tokens')).json());
  expect(tokens.map(({ id }) => id)).toContain(own.id);
  expect(tokens.every(({ modules }) => modules.every((module) => granted.modules.includes(module)))).toBe(true);
  const { items: keys } = v.parse(serviceKeyPageSchema, await (await call('GET', 'service-keys')).json());
  expect(keys.map(({ id }) => id)).toContain(key.id);
  expect(keys.every(({ module }) => granted.modules.includes(module))).toBe(true);
  expect(await readError(await call('DELETE', `team-tokens/${mixed.id}`))).toBe('404 team-token-unknown');
  expect((await call('DELETE', `team-tokens/${own.id}`)).status).toBe(204);
  expect((await call('DELETE', `service-keys/${key.id}`)).status).toBe(204);
});

test('tokens and keys are listed page by page, the newest first, and searched', async () => {
  const numbers = [1, 2, 3];
  for (const number of numbers) {
    await server.operate('POST', 'team-tokens', { modules: ['paged'], name: `Number ${number}`, new: true });
    await server.operate('POST', 'service-keys', { module: 'paged', name: `Number ${number}`, new: true });
    server.passSeconds(1);
  }
  for (const path of ['team-tokens', 'service-keys']) {
    const read = async (query: Record<string, string>) => {
      const response = await server.operate('GET', `${path}?${new URLSearchParams(query)}`);
      return v.parse(v.union([teamTokenPageSchema, serviceKeyPageSchema]), await response.json());
    };
    const names: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ search: 'PAGED', limit: '2', after });
      expect(page.items.length).toBeLessThanOrEqual(2);
      names.push(...page.items.map(({ name }) => name));
      after = page.next;
    }
    expect(names).toEqual(['Number 3', 'Number 2', 'Number 1']);
    expect((await read({ search: 'number 2' })).items.map(({ name }) => name)).toEqual(['Number 2']);
    expect(await readError(await server.operate('GET', `${path}?after=x`))).toBe('400 invalid-request');
  }
});
