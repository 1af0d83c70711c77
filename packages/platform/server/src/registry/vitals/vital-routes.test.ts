// Runs on PGlite and on PostgreSQL.
import { versionVitalsListSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';
import { deleteOldVitals } from './vital-repository';

const server = testServer();
const calls = publishingCalls(server);
const email = 'visitor@orders.test';
let token: string;
let user: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock'));
  await server.operate('PUT', 'tenants/smsa/apps/orders', { name: 'Orders', new: true });
  await server.operate('POST', 'users', { email, name: 'Visitor', password: 'portico-demo', tenant: 'smsa' });
  await server.operate('PUT', `tenants/smsa/apps/orders/users/${email}`, {});
  user = (await server.signIn(email)).token;
});

const report = (body: unknown) => server.call('POST', '/api/publishing/vitals', { token: user, body });
const describe = (module: string, address: string, ...vitals: (readonly [name: string, value: number])[]) => ({
  module,
  address,
  vitals: vitals.map(([name, value]) => ({ name, value })),
});
const tell = (...visit: Parameters<typeof describe>) => report([describe(...visit)]);
const read = async (module = 'orders') => {
  const response = await server.call('GET', `/api/publishing/modules/${module}/vitals`, { token });
  return v.parse(versionVitalsListSchema, await response.json());
};

test('the vitals of visits are counted by version', async () => {
  const first = await calls.published(token, 'orders', 'first', { version: '1' });
  const second = await calls.published(token, 'orders', 'second', { version: '2' });
  const address = (status: { address: string | null }) => status.address ?? '';
  for (const value of [100, 200, 300]) await tell('orders', address(first), ['LCP', value], ['CLS', 0]);
  expect((await tell('orders', address(second), ['INP', 480])).status).toBe(204);
  const [latest, former, ...others] = await read();
  expect(others).toEqual([]);
  expect(latest).toEqual({ version: '2', vitals: { INP: { p75: expect.any(Number), visits: 1 } } });
  expect(former).toEqual({
    version: '1',
    vitals: { LCP: { p75: expect.any(Number), visits: 3 }, CLS: { p75: 0, visits: 3 } },
  });
  expect(Math.abs((former?.vitals.LCP?.p75 ?? 0) - 300)).toBeLessThan(16);
});

test('one report has several visits, and counts those of modules that the user has', async () => {
  const own = await calls.published(token, 'orders', 'fourth', { version: '4' });
  const other = await calls.published(token, 'stock', 'second', { version: '2' });
  const visit = describe('orders', own.address ?? '', ['LCP', 100]);
  const answer = await report([visit, describe('stock', other.address ?? '', ['LCP', 100]), visit]);
  expect(answer.status).toBe(204);
  expect(await read()).toContainEqual({ version: '4', vitals: { LCP: { p75: expect.any(Number), visits: 2 } } });
  expect(await read('stock')).toEqual([]);
});

test('a page of the previous release reports one visit', async () => {
  const { address } = await calls.published(token, 'orders', 'fifth', { version: '5' });
  expect((await report(describe('orders', address ?? '', ['LCP', 100]))).status).toBe(204);
  expect(await read()).toContainEqual({ version: '5', vitals: { LCP: { p75: expect.any(Number), visits: 1 } } });
});

test('the origin that a page has loaded a version from does not matter: the API may be on another one', async () => {
  const { address } = await calls.published(token, 'orders', 'third', { version: '3' });
  for (const origin of [server.url, 'https://portal.test'])
    await tell('orders', new URL(address ?? '', origin).href, ['LCP', 100]);
  expect(await read()).toContainEqual({ version: '3', vitals: { LCP: { p75: expect.any(Number), visits: 2 } } });
});

test('reports of unknown versions, and of users without the module, count nothing', async () => {
  const status = await calls.published(token, 'stock', 'first', { version: '1' });
  const before = await read();
  expect((await tell('orders', '/modules/orders/9/module.js', ['LCP', 100])).status).toBe(204);
  expect((await tell('stock', status.address ?? '', ['LCP', 100])).status).toBe(204);
  expect(await read()).toEqual(before);
  expect(await read('stock')).toEqual([]);
});

test('malformed reports are refused', async () => {
  const address = '/modules/orders/1/module.js';
  expect((await tell('orders', address)).status).toBe(400);
  for (const visits of [0, 21]) {
    const body = Array.from({ length: visits }, () => describe('orders', address, ['LCP', 100]));
    expect((await report(body)).status).toBe(400);
  }
  for (const vital of [
    ['FCP', 1],
    ['LCP', -1],
    ['LCP', 1e9],
  ] as const) {
    expect((await tell('orders', address, vital)).status).toBe(400);
  }
  expect(await readError(await server.call('POST', '/api/publishing/vitals', { body: {} }))).toMatch(/^401/);
});

test('another team does not read them', async () => {
  const other = await calls.createToken('bills');
  const response = await server.call('GET', '/api/publishing/modules/orders/vitals', { token: other.token });
  expect(await readError(response)).toBe('403 module-foreign');
});

test('they are deleted with the outcomes', async () => {
  expect(await read()).not.toEqual([]);
  while (await deleteOldVitals(server.database, new Date(Date.now() + 1000)));
  expect(await read()).toEqual([]);
});
