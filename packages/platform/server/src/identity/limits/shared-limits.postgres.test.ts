import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killProcesses, operatorKey, sharedVariables, startServerProcess } from '../../testing/start-process';
import { createTestClient, readError, type TestClient } from '../../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../../testing/test-database';

// The tenant of the host name of the processes.
const tenant = 'localhost';
const eva = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password', tenant };

let database: PostgresDatabase;
let folder: string;
let clients: [TestClient, TestClient];

beforeAll(async () => {
  database = await createPostgresDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  const start = async (name: string) => {
    const variables = sharedVariables(database.url, path.join(folder, name));
    const server = await startServerProcess({ ...variables, TRUST_PROXY: 'loopback' });
    return createTestClient(server.url);
  };
  clients = await Promise.all([start('one'), start('other')]);
  await clients[0].call('POST', '/api/operator/tenants', { token: operatorKey, body: { key: tenant, name: 'Acme' } });
  await clients[0].call('POST', '/api/operator/users', { token: operatorKey, body: eva });
});
afterAll(async () => {
  killProcesses();
  await database.drop();
});

/** Signs in alternately on both processes, from a new address each time unless one is given. */
let calls = 0;
const signIns = (count: number, email: (call: number) => string, password: string, address?: string) =>
  Array.from({ length: count }, () => {
    const call = ++calls;
    const headers = { 'x-forwarded-for': address ?? `10.0.${call >> 8}.${call & 255}` };
    const body = { email: email(call), password };
    return () => (call % 2 === 0 ? clients[0] : clients[1]).call('POST', '/api/auth', { body, headers });
  });

function countRows(results: readonly string[]) {
  return Object.fromEntries([...new Set(results)].map((one) => [one, results.filter((other) => other === one).length]));
}

test.each([eva.email, 'nobody@acme.test'])(
  'processes count wrong passwords of %s together, also concurrent ones',
  async (email) => {
    const answers = await Promise.all(signIns(40, () => email, 'wrong').map((call) => call()));
    expect(countRows(await Promise.all(answers.map(readError)))).toEqual({
      '401 wrong-credentials': 10,
      '429 too-many-tries': 30,
    });
    for (const call of signIns(2, () => email, eva.password)) {
      const response = await call();
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(90);
    }
  },
);

test('processes count wrong passwords from one address together', async () => {
  const guesses = signIns(40, (call) => `somebody-${call}@acme.test`, 'wrong', '10.9.9.9');
  const answers = await Promise.all(guesses.map((call) => call()));
  expect(countRows(await Promise.all(answers.map(readError)))).toEqual({
    '401 wrong-credentials': 30,
    '429 too-many-tries': 10,
  });
});

test('processes count recovery requests from one address together', async () => {
  const headers = { 'x-forwarded-for': '10.9.9.8' };
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, call) =>
      (call % 2 === 0 ? clients[0] : clients[1]).call('POST', '/api/auth/recover', {
        body: { email: `somebody-${call}@acme.test` },
        headers,
      }),
    ),
  );
  expect(countRows(answers.map(({ status }) => String(status)))).toEqual({ '202': 60, '429': 10 });
});
