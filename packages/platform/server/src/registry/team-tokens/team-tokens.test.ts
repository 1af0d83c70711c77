// Runs on PGlite and on PostgreSQL.
import { teamTokenListSchema } from '@portico/contract';
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
  expect(v.parse(teamTokenListSchema, JSON.parse(list))).toContainEqual(expect.objectContaining({ id: created.id }));
  expect(list).not.toContain('portico_tt_');
});

test('a token changes only its modules, and its last use is stored', async () => {
  const { id, token } = await calls.createToken('orders', 'stock');
  const unused = await calls.createToken('orders');
  for (const module of ['orders', 'stock']) await calls.published(token, module, 'one');
  expect(await readError(await calls.publish(token, 'bills', builtModule('one')))).toBe('403 module-foreign');
  const list = async () => v.parse(teamTokenListSchema, await (await server.operate('GET', 'team-tokens')).json());
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
