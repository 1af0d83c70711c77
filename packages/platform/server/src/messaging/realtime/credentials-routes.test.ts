import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../../testing/start-test-server';
import { writeRealtimeConfiguration } from '../../testing/test-mqtt';

jest.setTimeout(startTimeoutMilliseconds);

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  const realtime = { credentials: 'dynamic', url: 'wss://broker.test' };
  const PORTICO_CONFIG = await writeRealtimeConfiguration(folder, realtime);
  // Nothing listens at this port: a call within the limit is answered with 503.
  const variables = { MQTT_URL: 'mqtt://127.0.0.1:9', PORTICO_CONFIG, TRUST_PROXY: 'loopback' };
  server = await startTestServer(variables, {
    limits: { brokerCredentialsFromAddress: { tries: 2, window: 60_000 } },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function ask(address: string, token?: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const options = token === undefined ? { headers } : { headers, token };
  return (await server.call('POST', '/api/realtime/credentials', options)).status;
}

test('browsers without a session at one address get a limited number of credentials; sessions are not counted', async () => {
  const attacker = '10.0.0.1';
  expect([await ask(attacker), await ask(attacker), await ask(attacker)]).toEqual([503, 503, 429]);
  expect(await ask('10.0.0.2')).toBe(503);
  const { token } = await server.signIn('ana@portico.test');
  expect(await ask(attacker, token)).toBe(503);
  server.passSeconds(30);
  expect([await ask(attacker), await ask(attacker)]).toEqual([503, 429]);
});
