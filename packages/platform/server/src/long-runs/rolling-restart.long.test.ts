import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callDuring } from '../testing/call-during';
import { findFreePort } from '../testing/free-port';
import { type Balancer, startBalancer } from '../testing/start-balancer';
import { killProcesses, operatorKey, sharedVariables, startServerProcess } from '../testing/start-process';
import { createTestClient } from '../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';
import { waitFor } from '../testing/wait-for';

const eva = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password' };
const calls = 3_000;

let folder: string;
let database: PostgresDatabase;
let servers: Awaited<ReturnType<typeof startServerProcess>>[];
let balancer: Balancer;

const start = (port: string) =>
  startServerProcess({
    ...sharedVariables(database.url, folder),
    PORT: port,
    PORTICO_CONFIG: path.join(folder, 'configuration.json'),
    // The load balancer may check late while other tests run.
    PORTICO_DRAIN_SECONDS: '6',
  });

// Two processes need PostgreSQL.
const { TEST_DATABASE_URL } = process.env;

(TEST_DATABASE_URL ? describe : describe.skip)('two processes behind a balancer that repeats no call', () => {
  beforeAll(async () => {
    database = await createPostgresDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
    const configuration = { hosts: { '127.0.0.1': 'acme' } };
    await writeFile(path.join(folder, 'configuration.json'), JSON.stringify(configuration));
    // They start again on the same ports.
    servers = await Promise.all([start(String(await findFreePort())), start(String(await findFreePort()))]);
    balancer = await startBalancer(servers.map(({ url }) => url));
  });
  afterAll(async () => {
    await balancer.stop();
    killProcesses();
    await Promise.all(servers.map(({ exit }) => exit));
    await database.drop();
  });

  test(`restart one after the other and lose none of ${calls} calls`, async () => {
    const client = createTestClient(balancer.url);
    await client.call('POST', '/api/operator/tenants', { token: operatorKey, body: { key: 'acme', name: 'Acme' } });
    await client.call('POST', '/api/operator/users', { token: operatorKey, body: { ...eva, tenant: 'acme' } });
    const { token } = await client.signIn(eva.email, eva.password);
    const send = async (...call: Parameters<typeof client.call>) => {
      const response = await client.call(...call);
      await response.arrayBuffer();
      return response.status;
    };
    const restartAll = async () => {
      for (const [index, server] of servers.entries()) {
        server.kill('SIGTERM');
        expect(await server.exit).toBe(0);
        servers[index] = await start(new URL(server.url).port);
        await waitFor(async () => balancer.isReady(server.url) || undefined);
      }
    };
    const counts = await callDuring(restartAll, calls, [
      () => send('GET', '/api/users/me', { token }),
      () => send('PATCH', '/api/users/me', { token, body: { name: 'Eva Souza' } }),
      () => send('GET', '/import-map.json'),
      () => send('GET', '/signin'),
    ]);
    console.log(`Calls during a restart of both processes, by status: ${JSON.stringify(counts)}`);
    expect(Object.keys(counts)).toEqual(['200']);
  });
});
